import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => {
  const answer = readConfig(env)
  return 'problems' in answer ? answer.problems : answer.config.extensions
}

test('without configuration: packages in the data folder, the shipped catalogue, no lists', () => {
  expect(read({ SERVICE_DATA_FOLDER: '/srv/satchel' })).toEqual({
    path: '/srv/satchel/extensions',
    manifests: undefined,
    defaultInstall: [],
    userDefaults: [],
    adminOnly: new Set(),
    disabled: new Set(),
    runsCode: true,
    storage: { rows: 100_000, bytes: 50 * 1024 * 1024 },
    repositoryApi: 'https://api.github.com',
  })
})

test('every variable is read', () => {
  expect(
    read({
      SERVICE_EXTENSIONS_PATH: '/srv/extensions',
      SERVICE_EXTENSIONS_MANIFESTS: '["https://a.example/m.json", "https://a.example/m.json"]',
      SERVICE_EXTENSIONS_DEFAULT_INSTALL: 'one, two',
      SERVICE_USER_DEFAULT_EXTENSIONS: 'LnURLp,lnurlp',
      SERVICE_ADMIN_EXTENSIONS: 'three',
      SERVICE_DISABLED_EXTENSIONS: 'four',
      SERVICE_EXTENSION_CODE: 'false',
      SERVICE_EXTENSION_MAX_ROWS: '1000',
      SERVICE_EXTENSION_MAX_MB: '2',
      GITHUB_API_URL: 'https://git.example/api/',
    }),
  ).toEqual({
    path: '/srv/extensions',
    manifests: ['https://a.example/m.json'],
    defaultInstall: ['one', 'two'],
    userDefaults: ['lnurlp'],
    adminOnly: new Set(['three']),
    disabled: new Set(['four']),
    runsCode: false,
    storage: { rows: 1000, bytes: 2 * 1024 * 1024 },
    repositoryApi: 'https://git.example/api',
  })
})

test.each(['https://a.example', '{}', '[1]', '["ftp://a.example/m"]', '["https://user:secret@a.example/m"]', '["no"]'])(
  'SERVICE_EXTENSIONS_MANIFESTS is a list of URLs and rejects %s',
  (text) => {
    expect(read({ SERVICE_EXTENSIONS_MANIFESTS: text })).toEqual([
      expect.stringMatching(/^SERVICE_EXTENSIONS_MANIFESTS: (?!.*secret)/),
    ])
  },
)

test('a catalogue URL is https, or plain http where an operator allows it', () => {
  const SERVICE_EXTENSIONS_MANIFESTS = '["http://10.0.0.7:8080/m.json"]'
  const strict = { SERVICE_ALLOW_PRIVATE_CALLBACKS: 'false', SERVICE_EXTENSIONS_MANIFESTS }
  expect(read(strict)).toEqual([expect.stringContaining('SERVICE_EXTENSIONS_MANIFESTS')])
  expect(read({ ...strict, SERVICE_OUTBOUND_ALLOW: '10.0.0.7:8080' })).toHaveProperty('manifests.length', 1)
  expect(read({ SERVICE_EXTENSIONS_MANIFESTS })).toHaveProperty('manifests.length', 1)
})

test('an invalid id of an extension is reported with its variable', () => {
  expect(read({ SERVICE_DISABLED_EXTENSIONS: 'good,../bad' })).toEqual([
    'SERVICE_DISABLED_EXTENSIONS: no ids of extensions: ../bad',
  ])
})
