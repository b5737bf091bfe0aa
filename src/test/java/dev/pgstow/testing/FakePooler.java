package dev.pgstow.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What a client sees of a pooler such as PgBouncer: the server answers, but the process number that comes with the connection
 * (message 'K', protocol documentation, section "Message Formats") is the pooler's own.
 */
public final class FakePooler implements AutoCloseable {
    private static final int OWN_NUMBER = 1;

    private final ServerSocket listening;
    private final int serverPort;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    public FakePooler(int serverPort) throws IOException {
        this.serverPort = serverPort;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // one side has closed its socket
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listening.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.addAll(List.of(client, server));
            start(() -> copy(client.getInputStream(), server.getOutputStream()));
            start(() -> answer(new DataInputStream(server.getInputStream()), client));
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        in.transferTo(out);
        out.close();
    }

    private static void answer(DataInputStream in, Socket client) throws IOException {
        DataOutputStream out = new DataOutputStream(client.getOutputStream());
        while (true) {
            int kind = in.read();
            if (kind == 'N' && in.available() == 0) {
                // no encryption, which is answered without a length
                out.write(kind);
                continue;
            }
            if (kind < 0) {
                client.close();
                return;
            }
            int length = in.readInt();
            byte[] body = in.readNBytes(length - 4);
            out.write(kind);
            out.writeInt(length);
            if (kind == 'K') {
                out.writeInt(OWN_NUMBER);
                out.write(body, 4, body.length - 4);
            } else {
                out.write(body);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
