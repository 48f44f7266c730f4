const readUsage: () => NodeJS.CpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process)

/**
 * CPU time of this process: a busy machine slows a run down, but does not shorten this time. Before Node 24 it includes
 * that of the WebAssembly compiler.
 */
export function cpuMs(): number {
  const { user, system } = readUsage()
  return (user + system) / 1000
}
