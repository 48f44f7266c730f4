const readUsage: () => NodeJS.CpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process)

/**
 * CPU time of this process: a busy machine makes a run slower, but leaves it as much. Before Node 24, that of the compiler
 * of the engine counts, too.
 */
export function cpuMs(): number {
  const { user, system } = readUsage()
  return (user + system) / 1000
}
