import { verifyEvent } from '@satchel/bolt11/verify-event'
import type { NostrEvent } from '@satchel/extension-sdk/nostr'
import { parseJson } from '@satchel/json/parse-json'
import type { NostrJob } from '../nostr/nostr-job.ts'
import { signEvent } from '../nostr/nostr-signer.ts'
import { readEvent } from '../nostr/read-event.ts'
import type { RunJob } from '../stores/commit-run.ts'
import type { AnyCtx, RunParts } from './run-parts.ts'

const MAX_RELAYS = 5
/** Events in one run: each signature blocks this process for some milliseconds. */
const MAX_EVENTS = 20
const MAX_EVENT_BYTES = 64 * 1024
/** Checks only the form; the address is checked when connecting. */
const RELAY_URL = /^wss?:\/\/[!-~]{1,300}$/i

/** Publishes events of this service: signed in the run, stored by its commit, one job for each relay. */
export function openRunNostr({ deps, demand, extension }: RunParts, jobs: RunJob[]): AnyCtx['nostr'] {
  let published = 0
  return {
    pubkey: deps.nostr.pubkey,
    keyOf: (name) => deps.nostr.keyOf(`${extension.manifest.id} ${name}`),
    read: readSigned,
    relays: deps.nostrConfig.relays,
    async publish(template, relays, secretKey) {
      demand('nostr')
      published += 1
      if (published > MAX_EVENTS) throw new Error(`a run publishes at most ${MAX_EVENTS} events`)
      if (JSON.stringify(template).length > MAX_EVENT_BYTES) throw new Error('the event is too long')
      const event = secretKey === undefined ? deps.nostr.sign(template) : signEvent(template, secretKey)
      const named = [...new Set(relays)].filter((relay) => RELAY_URL.test(relay))
      for (const relay of named.slice(0, MAX_RELAYS)) {
        const job: NostrJob = { event, relay }
        jobs.push({ kind: 'nostr', reference: `${event.id} ${relay}`, payload: JSON.stringify(job) })
      }
    },
  }
}

function readSigned(text: string): NostrEvent | null {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return null
  }
  const event = readEvent(value)
  return event !== undefined && verifyEvent(event) ? event : null
}
