import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { reasonText, withFieldNames } from './with-field-names.ts'

// Without a catalogue a text is its key.
test.each([
  ['LND_REST_MACAROON: must be set for this SERVICE_FUNDING_SOURCE', 'admin.node-macaroon: admin.node-missing'],
  [
    'LND_REST_ENDPOINT: must be an http or https URL without user and query; LND_REST_CERT: no certificate',
    'admin.node-url: must be an http or https URL without user and query; admin.node-cert: no certificate',
  ],
  [
    'LND_REST_ENDPOINT: use https, or set SERVICE_ALLOW_PLAIN_NODE=true if it is trusted',
    'admin.node-url: use https, or set admin.node-plain=true if it is trusted',
  ],
])('in %s, variables are replaced by the labels of the form', (reason, said) => {
  expect(reasonText(reason)).toBe(said)
})

test('only errors about the settings are reworded', async () => {
  const wrong = new ApiError(400, { code: 'node_settings_wrong', params: { reason: 'NWC_PAIRING_URL: must be set' } })
  await expect(withFieldNames(Promise.reject(wrong))).rejects.toMatchObject({
    params: { reason: 'admin.node-pairing: admin.node-missing' },
  })
  const other = new ApiError(409, { code: 'node_not_usable', params: { reason: 'LND_REST_CERT: x' } })
  await expect(withFieldNames(Promise.reject(other))).rejects.toBe(other)
})
