import { expect, test } from 'vitest'
import { useGlobals } from '../../browser-globals.ts'
import type { Draft, SendState } from '../places/send/draft.ts'

const history = { state: null as unknown, replaceState: (state: unknown) => (history.state = state) }
useGlobals({
  history,
  // The router reports changes of the history to them.
  window: {},
  dispatchEvent: () => true,
  localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
})

const DRAFT = { key: 'k', walletId: 'w', note: 'rent', amountMsat: 5000 } as Draft

/** The modules, in the session of this user. */
async function as(user: string | undefined) {
  const [{ session }, { entryState, ownState }, { keepDraft }] = await Promise.all([
    import('../api/session.ts'),
    import('./entry-state.ts'),
    import('../places/send/draft.ts'),
  ])
  session.set(user === undefined ? 'none' : ({ id: user } as never))
  return { draft: () => entryState<SendState>().draft, ownState, keepDraft }
}

test('the draft of an entry is shown after a reload and a new log-in, and never to another user', async () => {
  const ann = await as('ann')
  history.state = ann.ownState({ draft: DRAFT })
  expect(ann.draft()).toEqual(DRAFT)
  await as(undefined)
  expect(ann.draft()).toBeUndefined()
  const ben = await as('ben')
  expect(ben.draft()).toBeUndefined()
  ben.keepDraft({ ...DRAFT, sentAt: 1 })
  await as('ann')
  expect(ann.draft()).toEqual(DRAFT)
})

test('a changed draft replaces that of its entry, and no other draft', async () => {
  const { draft, ownState, keepDraft } = await as('ann')
  history.state = ownState({ draft: DRAFT })
  keepDraft({ ...DRAFT, sentAt: 1 })
  expect(draft()).toEqual({ ...DRAFT, sentAt: 1 })
  keepDraft({ ...DRAFT, key: 'other', sentAt: 2 })
  expect(draft()).toEqual({ ...DRAFT, sentAt: 1 })
})

test('an entry without state has none, and one without a user is of every user', async () => {
  const { draft } = await as('ann')
  history.state = null
  expect(draft()).toBeUndefined()
  history.state = { draft: DRAFT }
  expect(draft()).toEqual(DRAFT)
})
