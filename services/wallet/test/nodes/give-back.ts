import { expect } from 'vitest'
import type { NodeStage } from './node-stage.ts'

/** Resolves as failed a payment that the node reports as pending forever. Payments must not be halted by it. */
export async function giveBack(stage: NodeStage, checkingId: string): Promise<void> {
  const path = `payments/${checkingId}/resolve`
  const resolution = { outcome: 'failed', reason: 'in no channel, and its time lock is over' }
  const refused = await stage.admin('POST', path, resolution)
  expect([refused.status, refused.body.node_answer]).toEqual([409, 'pending'])
  expect((await stage.admin('POST', path, { ...resolution, force: true })).status).toBe(200)
  const resumed = await stage.admin('PUT', 'halt', { halted: false })
  expect([resumed.status, resumed.body]).toEqual([200, expect.objectContaining({ halted: false, alarms: [] })])
}
