/**
 * Preloaded into every measured Node server (`node --import`): reports the CPU time of the whole process, threads
 * included. So the servers run as shipped.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
