import { expect, test } from 'vitest'
import { entriesOf, SCOPES } from '../../services/wallet/src/accounts/acls/scopes.ts'

/** By its URL: the types of the app are those of a browser. */
const PRESETS = new URL('../../apps/web/src/places/connections/presets.ts', import.meta.url).href

test('the scopes of the consent page allow exactly the entries of the presets of the web app', async () => {
  const presets = (await import(PRESETS)) as { entriesOf: (preset: string) => string[] }
  expect(SCOPES).toHaveLength(3)
  for (const scope of SCOPES) expect(entriesOf([scope]).toSorted()).toEqual(presets.entriesOf(scope).toSorted())
})
