import { join } from 'node:path'
import type { Reader } from '@satchel/http/environment'
import { Cron } from 'croner'
import { isLoopback } from './network-names.ts'
import { recipientsProblem } from './recipients-problem.ts'

/** Backups that the service makes by itself. */
export interface BackupsConfig {
  /** A cron expression, UTC; undefined = none are made. */
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

const DEFAULT_REGION = 'us-east-1'

export function readBackups(
  read: Reader,
  { dataFolder, problems, warnings }: { dataFolder: string; problems: string[]; warnings: string[] },
): BackupsConfig {
  const schedule = read.optional('SERVICE_BACKUP_SCHEDULE')
  if (schedule !== undefined && !isSchedule(schedule)) {
    problems.push(`SERVICE_BACKUP_SCHEDULE: must be five fields of cron, UTC, as "0 3 * * *", not "${schedule}"`)
  }
  const recipients = readRecipients(read, problems)
  const target = readPlace(read, dataFolder, problems)
  const command = read
    .optional('SERVICE_BACKUP_COMMAND')
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
  return { schedule, target, recipients, command, keep: read.integer('SERVICE_BACKUP_KEEP', 14, 1, 100_000) }
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
  const recipients = read.list('SERVICE_BACKUP_RECIPIENT')
  const problem = recipientsProblem(recipients)
  if (problem !== undefined) problems.push(`SERVICE_BACKUP_RECIPIENT: ${problem}`)
  return recipients
}

function readPlace(read: Reader, dataFolder: string, problems: string[]): BackupPlace {
  const text = read.optional('SERVICE_BACKUP_TARGET')
  const s3 = {
    endpoint: read.optional('SERVICE_BACKUP_S3_ENDPOINT'),
    region: read.text('SERVICE_BACKUP_S3_REGION', DEFAULT_REGION),
    accessKeyId: read.optional('SERVICE_BACKUP_S3_ACCESS_KEY_ID'),
    secretAccessKey: read.optional('SERVICE_BACKUP_S3_SECRET_ACCESS_KEY'),
  }
  const place = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(text ?? '')
  if (place === null) {
    if (text !== undefined && /^\w+:\/\//.test(text)) {
      problems.push('SERVICE_BACKUP_TARGET: must be a folder, or s3://bucket/prefix')
    }
    return { kind: 'folder', path: text ?? join(dataFolder, 'backups') }
  }
  for (const [name, value] of [
    ['SERVICE_BACKUP_S3_ACCESS_KEY_ID', s3.accessKeyId],
    ['SERVICE_BACKUP_S3_SECRET_ACCESS_KEY', s3.secretAccessKey],
  ] as const) {
    if (value === undefined) problems.push(`${name}: must be set, because SERVICE_BACKUP_TARGET is a bucket`)
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
