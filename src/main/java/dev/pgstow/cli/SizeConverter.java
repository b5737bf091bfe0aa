package dev.pgstow.cli;

import dev.pgstow.model.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's value such as {@code 256MiB}. */
final class SizeConverter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String value) {
        try {
            return ByteSize.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
