//! The binary.

fn main() -> std::process::ExitCode {
    jurat::main()
}
