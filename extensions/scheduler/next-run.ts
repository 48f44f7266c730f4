import { requireTimeZone } from '@satchel/extension-sdk/instant'
import { reject } from '@satchel/extension-sdk/rejection'
import { Cron } from 'croner'

interface Times {
  readonly cron: string
  readonly timezone: string
}

/** The next time after this one, milliseconds; null = never. Clocks that jump forward or back run it once that day. */
export function nextRun({ cron, timezone }: Times, after: number): number | null {
  return new Cron(cron, { mode: '5-part', timezone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
}

/** 422 for an impossible schedule. */
export function checkTimes(times: Times, now: number): void {
  requireTimeZone(times.timezone)
  if (times.cron.startsWith('@') || !isEver(times, now)) {
    throw reject('body.cron: not five cron fields, or a time that never comes.', 422)
  }
}

function isEver(times: Times, now: number): boolean {
  try {
    return nextRun(times, now) !== null
  } catch {
    return false
  }
}
