package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConninfoTest {
    /** Expected values in the form {@code keyword=value;...}, with ~ for a blank. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "host=db1                               | host=db1",
                "host=db1 port=5433                     | host=db1;port=5433",
                "  host = db1  port=5433                | host=db1;port=5433",
                "dbname='my db'                         | dbname=my~db",
                "dbname='it\\'s' user=a                 | dbname=it's;user=a",
                "dbname=a\\ b user=c                    | dbname=a~b;user=c",
                "dbname='a\\\\b'                        | dbname=a\\b",
                "host='' user=a                         | host=;user=a",
                "user=a user=b                          | user=b",
                "host=db1port=5                         | host=db1port=5",
                "options='-c search_path=x'             | options=-c~search_path=x",
                "postgresql://                          | ",
                "postgres://db1                         | host=db1",
                "postgresql://db1:5433/shop             | host=db1;port=5433;dbname=shop",
                "postgresql://ann@db1/shop              | host=db1;user=ann;dbname=shop",
                "postgresql://ann:@db1/                 | host=db1;user=ann",
                "postgresql:///shop                     | dbname=shop",
                "postgresql://@/shop                    | dbname=shop",
                "postgresql://:5433                     | port=5433",
                "postgresql://[::1]:5433/shop           | host=::1;port=5433;dbname=shop",
                "postgresql://[2001:db8::1]             | host=2001:db8::1",
                "postgresql://a:1,b:2/shop              | host=a,b;port=1,2;dbname=shop",
                "postgresql://%2Ftmp:5433/my%20shop     | host=/tmp;port=5433;dbname=my~shop",
                "postgresql:///shop?host=/tmp&port=5433 | dbname=shop;host=/tmp;port=5433",
                "postgresql://db1/?user=ann             | host=db1;user=ann",
                "postgresql://db1?sslmode=require       | host=db1;sslmode=require",
                "postgresql://db1/shop?ssl=true         | host=db1;dbname=shop;sslmode=require",
                "postgresql://db1/a/b                   | host=db1;dbname=a/b",
                "postgresql://j%C3%BCrgen@db1           | host=db1;user=jürgen",
                "postgresql://db1/?dbname=x%3Dy&        | host=db1;dbname=x=y",
            })
    void a_connection_string_is_read_as_libpq_reads_it(String text, String expected) {
        Map<String, String> options = Conninfo.parse(text);

        String read = String.join(
                ";",
                options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .toList());
        assertThat(read.replace(' ', '~').split(";"))
                .containsExactlyInAnyOrder((expected == null ? "" : expected).split(";"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "host                                | missing '=' after 'host' in connection info string",
                "host db1=                           | missing '=' after 'host' in connection info string",
                "host='db1                           | unterminated quoted string in connection info string",
                "host='db1\\'                        | unterminated quoted string in connection info string",
                "hots=db1                            | invalid connection option 'hots'",
                "=db1                                | invalid connection option ''",
                "postgresql://[::1                   | end of string reached when looking for matching ']' in IPv6 host"
                        + " address in URI",
                "postgresql://[]/shop                | IPv6 host address may not be empty in URI",
                "postgresql://[::1]x/shop            | unexpected character 'x' at position 19 in URI (expected ':' or '/')",
                "postgresql://db1/?user              | missing key/value separator '=' in URI query parameter",
                "postgresql://db1/?user=a=b          | extra key/value separator '=' in URI query parameter: 'user'",
                "postgresql://db1/?colour=red        | invalid URI query parameter: 'colour'",
                "postgresql://db1/a%2                | invalid percent-encoded token in URI at 'dbname'",
                "postgresql://db1/a%zz               | invalid percent-encoded token in URI at 'dbname'",
                "postgresql://db1/a%00               | forbidden value %00 in percent-encoded value of URI at 'dbname'",
                "postgresql://%FF/                   | percent-encoded value in URI at 'host' is not UTF-8",
            })
    void a_mistake_is_named_in_the_words_of_libpq(String text, String message) {
        assertThatThrownBy(() -> Conninfo.parse(text))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password=hunter2",
                "host=a password='hunter2'",
                "user=a sslpassword=hunter2",
                "postgresql://ann:hunter2@db1/shop",
                "postgresql://ann:@hunter2@db1/shop:hunter2",
                "postgresql://ann:hunter2%zz@db1/shop",
                "postgresql://db1/shop?password=hunter2",
                "postgresql://ann:hunter2/x@db1/shop",
            })
    void a_password_is_refused_and_not_repeated(String text) {
        assertThatThrownBy(() -> {
                    Map<String, String> options = Conninfo.parse(text);
                    ConnectionRequestTest.connector(Map.of("dbname", text), Map.of());
                    throw new AssertionError(options);
                })
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.USAGE);
                    assertThat(e.hint()).doesNotContain("hunter2");
                    assertThat(e.getMessage()).doesNotContain("hunter2").contains("password");
                });
    }

    @Test
    void an_empty_password_gives_nothing_away() {
        assertThat(Conninfo.parse("user=a password=''")).containsEntry("password", "");
    }

    @Test
    void a_name_is_a_name_unless_it_looks_like_a_connection_string() {
        assertThat(Conninfo.recognizes("shop")).isFalse();
        assertThat(Conninfo.recognizes("http://shop")).isFalse();
        assertThat(Conninfo.recognizes("a=b")).isTrue();
        assertThat(Conninfo.recognizes("postgres://")).isTrue();
    }
}
