import type { Change } from '../../../db/database.ts'

/** Extensions cannot push to it. */
export const SOCKETS_CHANNEL = '*sockets'

/** Include it in every command that may end a listener's right to listen: each process then checks its listeners. */
export const watchSockets = (extId: string, at: number): Change => ({
  sql: 'INSERT INTO extension_pushes (ext_id, channel, body, at) VALUES ($1, $2, $3, $4)',
  params: [extId, SOCKETS_CHANNEL, 'true', at],
  rows: 1,
})
