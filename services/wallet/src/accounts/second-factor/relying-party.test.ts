import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

test.each([
  ['https://pay.example.com', 'pay.example.com', 'https://pay.example.com'],
  ['https://pay.example.com:8443/satchel', 'pay.example.com', 'https://pay.example.com:8443'],
  ['http://localhost:5000', 'localhost', 'http://localhost:5000'],
  ['http://127.0.0.1:5000', 'localhost', 'http://localhost:5000'],
  ['http://[::1]:5000', 'localhost', 'http://localhost:5000'],
  ['http://abcdefghij.onion', 'abcdefghij.onion', 'http://abcdefghij.onion'],
])('passkeys of a service at %s belong to %s, on pages of %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id, origin })
})

test.each(['https://192.0.2.7', 'https://[2001:db8::7]:443', 'https://10.0.0.1:8443'])(
  'browsers create no passkeys for the address %s',
  (publicUrl) => expect(relyingPartyOf(publicUrl)).toBeUndefined(),
)
