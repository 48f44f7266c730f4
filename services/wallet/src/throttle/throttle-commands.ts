import { type Command, defineCommand } from '../db/database.ts'
import { addRequests } from './request-count-commands.ts'
import { FAILURES_KEPT_SECONDS, KNOWN_ADDRESSES_KEPT_SECONDS } from './throttle-rules.ts'
import {
  deleteFailures,
  deleteFailuresBefore,
  deleteKnownAddressesBefore,
  findStanding,
  setFailures,
  setKnownAddress,
  type ThrottleSubjects,
} from './throttle-store.ts'

/** Counts a failure for the account, for the address, and for the pair. */
export const noteFailedTry = defineCommand({
  name: 'note-failed-try',
  run: async (tx, { subjects, at }: { subjects: ThrottleSubjects; at: number }): Promise<void> => {
    const before = await findStanding(tx, subjects, at)
    const addresses = before.account.addresses + (before.own.failures === 0 ? 1 : 0)
    const count = async (subject: string | undefined, failures: number, seenAddresses: number): Promise<void> => {
      if (subject === undefined) return
      await tx.run(setFailures(subject, { failures: failures + 1, addresses: seenAddresses, lastAt: at }))
    }
    await count(subjects.own, before.own.failures, 1)
    await count(subjects.account, before.account.failures, addresses)
    await count(subjects.address, before.address.failures, 1)
    await tx.run(deleteFailuresBefore(at - FAILURES_KEPT_SECONDS))
  },
})

/** Marks the address as known at the account. Failures of other addresses, and its own at other accounts, are kept. */
export const noteSuccessfulTry = defineCommand({
  name: 'note-successful-try',
  run: async (tx, { own, at }: { own: string; at: number }): Promise<void> => {
    await tx.run(deleteFailures(own))
    await tx.run(setKnownAddress(own, at))
    await tx.run(deleteKnownAddressesBefore(at - KNOWN_ADDRESSES_KEPT_SECONDS))
  },
})

/** The commands that change counts of limits. */
export const THROTTLE_COMMANDS: readonly Command<never, unknown>[] = [addRequests, noteFailedTry, noteSuccessfulTry]
