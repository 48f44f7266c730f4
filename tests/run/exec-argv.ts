const major = Number(process.versions.node.split('.')[0])

/**
 * For the processes that tests run in: threads that strip types at the same time crash the V8 of Node 24 now and then,
 * where a wrapper of the stripper's WebAssembly is compiled again (decision 0012). With this it never is.
 */
export const EXEC_ARGV: string[] = major >= 24 ? ['--wasm-wrapper-tiering-budget=2147483647'] : []
