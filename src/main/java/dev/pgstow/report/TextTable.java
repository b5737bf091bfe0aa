package dev.pgstow.report;

import java.util.ArrayList;
import java.util.List;

/** Text in columns. A heading that begins with '<' is of a column whose cells stand to the right. */
final class TextTable {
    private final List<String> headings = new ArrayList<>();
    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... headings) {
        for (String heading : headings) {
            right.add(heading.startsWith("<"));
            this.headings.add(heading.startsWith("<") ? heading.substring(1) : heading);
        }
    }

    TextTable row(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + headings.size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < headings.size(); column++) {
            int at = column;
            widths.add(Math.max(
                    width(headings.get(at)),
                    rows.stream().mapToInt(row -> width(row.get(at))).max().orElse(0)));
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(headings, widths));
        lines.add("-".repeat(Math.max(1, widths.stream().mapToInt(w -> w + 2).sum() - 2)));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private String line(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(widths.get(column) - width(cell));
            line.append(column == 0 ? "" : "  ").append(right.get(column) ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
