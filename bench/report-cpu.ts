/**
 * Preloaded into every Node server under test (`node --import`): tells the bench how much CPU time the whole process has
 * used so far, threads included. So the servers themselves run as shipped and know nothing of being measured.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))
