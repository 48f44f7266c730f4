import { type TSchema, Type } from 'typebox'

export const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const when = (description: string) => orNull(Type.Integer(), `${description} Unix seconds; null = not yet.`)

const measuredAt = Type.Integer({ description: 'Time of the sums, Unix seconds.' })

export const OWED = orNull(
  Type.Object({
    measured_at: measuredAt,
    available_msat: Type.Integer({ description: 'What all wallets can spend, millisatoshis.' }),
    reserved_msat: Type.Integer({ description: 'What is reserved for their payments in flight, millisatoshis.' }),
  }),
  'What the service owes to its users; null = not summed up within a second.',
)

const volumeOf = (description: string) =>
  Type.Object(
    {
      received_sat: Type.Integer({ description: 'Received by wallets, satoshis.' }),
      sent_sat: Type.Integer({ description: 'Sent by wallets, satoshis without fees.' }),
      succeeded: Type.Integer({
        description: 'Number of succeeded payments; one between two wallets counts on both sides.',
      }),
      failed: Type.Integer({ description: 'Number of sends that failed.' }),
    },
    { description },
  )

export const VOLUMES = orNull(
  Type.Object({
    measured_at: measuredAt,
    day: volumeOf('Payments made in the last 24 hours, from the beginning of the first hour.'),
    month: volumeOf('Payments made in the last 30 days.'),
  }),
  'Payments of all wallets; null = not summed up within a second.',
)

export const DISKS = Type.Array(
  Type.Object({
    place: Type.Unsafe<'data' | 'database'>({
      type: 'string',
      enum: ['data', 'database'],
      description: '`data`: the data folder; `database`: the folder of an SQLite database elsewhere.',
    }),
    free_bytes: Type.Integer({ description: 'Free space.' }),
    size_bytes: Type.Integer({ description: 'Size of the file system.' }),
  }),
  { description: 'Disks of the answering process. One that cannot be measured is left out.' },
)

const LAST_BACKUP = Type.Object({
  at: Type.Integer({ description: 'Time, Unix seconds.' }),
  by: Type.Unsafe<'schedule' | 'command' | 'download'>({
    type: 'string',
    enum: ['schedule', 'command', 'download'],
    description: '`schedule`: the service; `command`: `npm run backup`; `download`: an operator.',
  }),
  place: orNull(Type.String(), 'File, folder or bucket; null = where it was downloaded to is unknown.'),
  bytes: orNull(Type.Integer(), 'Size of the archive; null = unknown.'),
})

const LAST_DRILL = Type.Object({
  at: Type.Integer({ description: 'Time, Unix seconds.' }),
  backup: orNull(Type.String(), 'Name of the archive; null = none was found.'),
  passed: Type.Boolean({ description: 'True: the backup can be restored, and its books add up.' }),
  problem: orNull(Type.String(), 'Why not, as text.'),
})

export const BACKUPS_STATUS = Type.Object(
  {
    schedule: orNull(Type.String(), 'Cron expression, UTC; null = no scheduled backups.'),
    target: orNull(Type.String(), 'Folder or bucket of scheduled backups.'),
    overdue_seconds: orNull(Type.Integer(), 'How long a scheduled backup has been due; 0 = none is.'),
    failed_at: orNull(Type.Integer(), 'Time of the last scheduled attempt, Unix seconds, if it failed.'),
    age_seconds: orNull(Type.Integer(), 'Age of the last backup.'),
    last: orNull(LAST_BACKUP, 'The newest backup that this service knows of; null = none.'),
    last_drill: orNull(
      LAST_DRILL,
      'The last `npm run restore-drill` with this data folder; null = none, or it ran elsewhere.',
    ),
  },
  { description: 'Backups.' },
)

export const RELEASE = Type.Object(
  {
    asked: Type.Boolean({ description: 'True: the address of `SERVICE_RELEASE_URL` is asked once a day.' }),
    checked_at: when('When it last answered.'),
    newer: orNull(Type.String(), 'Version that is newer than the running one; null = none is known.'),
  },
  { description: 'Newest release.' },
)

export const SET_UP = Type.Object(
  {
    name_chosen: Type.Boolean({ description: 'True: the name of the site is not the default.' }),
    registration_chosen: Type.Boolean({ description: 'True: an operator has decided who may register.' }),
    registration_open: Type.Boolean({ description: 'True: everybody may register.' }),
    currency_chosen: Type.Boolean({
      description: 'True: `SERVICE_ACCOUNTING_CURRENCY` or `SERVICE_CURRENCIES` is set.',
    }),
    accounting_currency: Type.String({ description: 'Currency in which the value of payments is recorded.' }),
    has_prices: Type.Boolean({ description: 'True: there is a source of prices.' }),
    proxy_ignored: Type.Boolean({
      description: 'True: this request has `X-Forwarded-For` of a sender that is not in `SERVICE_TRUSTED_PROXIES`.',
    }),
  },
  { description: 'Decisions of the set-up.' },
)
