import { join } from 'node:path'
import { list, secret, text, whole } from '@satchel/configuration/variables/variable'
import { type Reader, readAll } from '@satchel/http/environment'
import { Cron } from 'croner'
import { isLoopback } from './network-names.ts'
import { recipientsProblem } from './recipients-problem.ts'

/** Automatic backups of the service. */
export interface BackupsConfig {
  /** A cron expression, UTC; undefined = no automatic backups. */
  readonly schedule: string | undefined
  readonly target: BackupPlace
  /** Public keys of age, of one kind; empty = archives are not encrypted. */
  readonly recipients: readonly string[]
  /** Program and arguments; the path of the archive follows. */
  readonly command: readonly string[] | undefined
  /** How many backups stay at the target. */
  readonly keep: number
}

export type BackupPlace = { readonly kind: 'folder'; readonly path: string } | ({ readonly kind: 's3' } & S3Place)

export interface S3Place {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export const BACKUPS = {
  schedule: text('SERVICE_BACKUP_SCHEDULE', 'When backups are made: five fields of cron, UTC, as `0 3 * * *`.', {
    varies: 'none: the service makes no backups',
  }),
  target: text('SERVICE_BACKUP_TARGET', 'A folder, or `s3://bucket/prefix`.', {
    varies: '`backups` in the data folder',
  }),
  recipient: list(
    'SERVICE_BACKUP_RECIPIENT',
    'Public keys of age, all classic (`age1…`) or all post-quantum (`age1pq1…`): archives are encrypted; required with a bucket.',
  ),
  keep: whole('SERVICE_BACKUP_KEEP', [14, 1, 100_000], 'Backups that stay at the target; older ones are deleted.'),
  command: text(
    'SERVICE_BACKUP_COMMAND',
    'Run with the path of each finished archive as its last argument, without a shell.',
  ),
}

export const BUCKET = {
  endpoint: text('SERVICE_BACKUP_S3_ENDPOINT', 'URL of an S3-compatible server.', {
    varies: "Amazon's, of the region",
  }),
  region: text('SERVICE_BACKUP_S3_REGION', 'Region of the bucket.', { default: 'us-east-1' }),
  accessKeyId: text('SERVICE_BACKUP_S3_ACCESS_KEY_ID', 'Access key; required with a bucket.'),
  secretAccessKey: secret('SERVICE_BACKUP_S3_SECRET_ACCESS_KEY', 'Its secret.'),
}

export function readBackups(
  read: Reader,
  { dataFolder, problems, warnings }: { dataFolder: string; problems: string[]; warnings: string[] },
): BackupsConfig {
  const schedule = read(BACKUPS.schedule)
  if (schedule !== undefined && !isSchedule(schedule)) {
    problems.push(`SERVICE_BACKUP_SCHEDULE: must be five fields of cron, UTC, as "0 3 * * *", not "${schedule}"`)
  }
  const recipients = readRecipients(read, problems)
  const target = readPlace(read, dataFolder, problems)
  const command = read(BACKUPS.command)
    ?.split(' ')
    .filter((part) => part !== '')
  if (target.kind === 's3' && recipients.length === 0) {
    problems.push(
      'SERVICE_BACKUP_RECIPIENT: must be set, because a backup that leaves this machine must be encrypted; age-keygen makes the keys',
    )
  } else if (command !== undefined && recipients.length === 0) {
    warnings.push(
      'SERVICE_BACKUP_COMMAND is given archives that are not encrypted: anybody who reads one can take the money; set SERVICE_BACKUP_RECIPIENT',
    )
  }
  return { schedule, target, recipients, command, keep: read(BACKUPS.keep) }
}

/** Five fields, with at least one future time. */
function isSchedule(text: string): boolean {
  try {
    return new Cron(text, { utcOffset: 0, paused: true, mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}

function readRecipients(read: Reader, problems: string[]): readonly string[] {
  const recipients = read(BACKUPS.recipient)
  const problem = recipientsProblem(recipients)
  if (problem !== undefined) problems.push(`SERVICE_BACKUP_RECIPIENT: ${problem}`)
  return recipients
}

function readPlace(read: Reader, dataFolder: string, problems: string[]): BackupPlace {
  const text = read(BACKUPS.target)
  const s3 = readAll(read, BUCKET)
  const place = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(text ?? '')
  if (place === null) {
    if (text !== undefined && /^\w+:\/\//.test(text)) {
      problems.push('SERVICE_BACKUP_TARGET: must be a folder, or s3://bucket/prefix')
    }
    return { kind: 'folder', path: text ?? join(dataFolder, 'backups') }
  }
  for (const key of ['accessKeyId', 'secretAccessKey'] as const) {
    if (s3[key] === undefined)
      problems.push(`${BUCKET[key].name}: must be set, because SERVICE_BACKUP_TARGET is a bucket`)
  }
  const [, bucket = '', prefix = ''] = place
  return {
    kind: 's3',
    endpoint: readEndpoint(s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`, problems),
    region: s3.region,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId: s3.accessKeyId ?? '',
    secretAccessKey: s3.secretAccessKey ?? '',
  }
}

function readEndpoint(text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSafe || url.search !== '' || url.username !== '') {
    problems.push('SERVICE_BACKUP_S3_ENDPOINT: must be https, or http on loopback, without a query or a user')
  }
  return text.replace(/\/+$/, '')
}
