import Testing

/// Tests that make child processes; one at a time, for each reads the symbols of a big program.
@Suite(.serialized) enum LiveTests {}
