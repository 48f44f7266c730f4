import { createReader } from '@satchel/http/environment'
import { bech32 } from '@scure/base'
import { expect, test } from 'vitest'
import { readBackups } from './backups.ts'

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
const POST_QUANTUM = bech32.encode('age1pq', bech32.toWords(new Uint8Array(1216)), false)
const BUCKET = {
  SERVICE_BACKUP_TARGET: 's3://my-bucket/wallets/one/',
  SERVICE_BACKUP_S3_ACCESS_KEY_ID: 'id',
  SERVICE_BACKUP_S3_SECRET_ACCESS_KEY: 'the secret',
  SERVICE_BACKUP_RECIPIENT: RECIPIENT,
}

function read(env: Readonly<Record<string, string>>) {
  const problems: string[] = []
  const warnings: string[] = []
  const config = readBackups(createReader(env, problems), { dataFolder: '/data', problems, warnings })
  return { config, problems, warnings }
}

test('without variables no backups are made, and commands use the data folder', () => {
  expect(read({})).toEqual({
    config: {
      schedule: undefined,
      target: { kind: 'folder', path: '/data/backups' },
      recipients: [],
      command: undefined,
      keep: 14,
    },
    problems: [],
    warnings: [],
  })
})

test('a bucket has an endpoint, by default that of its region, and a prefix that ends with a slash', () => {
  const { config, problems } = read({ ...BUCKET, SERVICE_BACKUP_S3_REGION: 'eu-central-1' })
  expect([config.target, problems]).toMatchObject([
    {
      kind: 's3',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'my-bucket',
      prefix: 'wallets/one/',
      secretAccessKey: 'the secret',
    },
    [],
  ])
  const whole = { ...BUCKET, SERVICE_BACKUP_TARGET: 's3://my-bucket', SERVICE_BACKUP_S3_ENDPOINT: 'https://a.example/' }
  expect(read(whole).config.target).toMatchObject({ prefix: '', endpoint: 'https://a.example' })
})

test.each<[string, Record<string, string>, string]>([
  [
    'a bucket without a recipient',
    { ...BUCKET, SERVICE_BACKUP_RECIPIENT: '' },
    'SERVICE_BACKUP_RECIPIENT: must be set',
  ],
  ['no key of a bucket', { ...BUCKET, SERVICE_BACKUP_S3_SECRET_ACCESS_KEY: '' }, 'SERVICE_BACKUP_S3_SECRET_ACCESS_KEY'],
  ['plain http', { ...BUCKET, SERVICE_BACKUP_S3_ENDPOINT: 'http://s3.example' }, 'must be https'],
  ['another scheme', { SERVICE_BACKUP_TARGET: 'ftp://a/b' }, 'must be a folder, or s3://bucket/prefix'],
  ['a bucket without a name', { ...BUCKET, SERVICE_BACKUP_TARGET: 's3://' }, 'must be a folder, or s3://bucket/prefix'],
  ['a wrong key', { SERVICE_BACKUP_RECIPIENT: `${RECIPIENT},age1x` }, 'not a public key of age (age1…): age1x'],
  [
    'a classic key beside a post-quantum one',
    { SERVICE_BACKUP_RECIPIENT: `${RECIPIENT},${POST_QUANTUM}` },
    'SERVICE_BACKUP_RECIPIENT: mixes classic keys (age1…) and post-quantum keys (age1pq1…)',
  ],
  ['six fields', { SERVICE_BACKUP_SCHEDULE: '0 0 3 * * *' }, 'must be five fields of cron'],
  ['words', { SERVICE_BACKUP_SCHEDULE: 'nightly' }, 'must be five fields of cron'],
  ['a time that never comes', { SERVICE_BACKUP_SCHEDULE: '0 3 31 2 *' }, 'must be five fields of cron'],
  ['none to keep', { SERVICE_BACKUP_KEEP: '0' }, 'SERVICE_BACKUP_KEEP: must be a whole number from 1'],
])('%s stops the start', (_what, env, message) => {
  expect(read(env).problems).toEqual([expect.stringContaining(message)])
})

test('post-quantum keys are accepted', () => {
  const { config, problems } = read({ SERVICE_BACKUP_RECIPIENT: `${POST_QUANTUM},${POST_QUANTUM}` })
  expect([config.recipients.length, problems]).toEqual([2, []])
})

test('a secret key instead of the public one is reported without being repeated', () => {
  const secret = 'AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ'
  const { problems } = read({ SERVICE_BACKUP_RECIPIENT: secret })
  expect(problems).toEqual([expect.stringContaining('has a secret key')])
  expect(problems.join()).not.toContain('QQQQ')
})

test('a command that gets unencrypted archives is a warning; its arguments are split by spaces', () => {
  const { config, warnings } = read({ SERVICE_BACKUP_COMMAND: 'rclone  copyto --config /etc/r' })
  expect([config.command, warnings]).toEqual([
    ['rclone', 'copyto', '--config', '/etc/r'],
    [expect.stringContaining('not encrypted')],
  ])
  expect(read({ SERVICE_BACKUP_COMMAND: 'x', SERVICE_BACKUP_RECIPIENT: RECIPIENT }).warnings).toEqual([])
})
