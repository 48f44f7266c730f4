import { weekdayName } from '../../../language/dates.ts'
import { t } from '../../../language/language.ts'
import { Field, Select } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { useTyped } from '../../../parts/numbers/use-typed.ts'
import { DAYS_OF_MONTH, readSchedule, type Schedule, writeSchedule } from './schedule.ts'

const OTHER = 'other'
const NINE = '09:00'

/** A schedule: a preset rhythm with a time, or cron fields. `value`: cron. */
export function ScheduleInput({ value, onValue, label, hint, error }: TextInputProps) {
  const schedule = readSchedule(value)
  const [isTyped, keepTyped] = useTyped(value, (next) => next !== '' && readSchedule(next) === undefined)
  const choose = (next: Schedule): void => onValue(writeSchedule(next))
  return (
    <>
      <Select
        label={label}
        hint={hint}
        error={isTyped ? undefined : error}
        value={isTyped ? OTHER : (schedule?.every ?? '')}
        options={[
          ...(value === '' && !isTyped ? [{ value: '', label: t('ext.choose') }] : []),
          { value: 'hour', label: t('ext.every-hour') },
          { value: 'day', label: t('ext.every-day') },
          { value: 'workday', label: t('ext.every-workday') },
          { value: 'week', label: t('ext.every-week') },
          { value: 'month', label: t('ext.every-month') },
          { value: OTHER, label: t('ext.other-schedule') },
        ]}
        onValue={(next) => {
          keepTyped(next === OTHER, value)
          const every = next as Schedule['every'] | typeof OTHER | ''
          if (every !== OTHER && every !== '') choose(changedTo(every, schedule))
        }}
      />
      {isTyped ? (
        <Field
          label={t('ext.cron')}
          hint={t('ext.cron-note')}
          error={error}
          value={value}
          onValue={(next) => {
            keepTyped(true, next)
            onValue(next)
          }}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="0 9 * * 1"
          ltr
        />
      ) : (
        schedule !== undefined && schedule.every !== 'hour' && <When schedule={schedule} onSchedule={choose} />
      )}
    </>
  )
}

function When({
  schedule,
  onSchedule,
}: {
  readonly schedule: Exclude<Schedule, { every: 'hour' }>
  readonly onSchedule: (schedule: Schedule) => void
}) {
  return (
    <div class="period">
      {schedule.every === 'week' && (
        <Select
          label={t('ext.weekday')}
          value={schedule.day}
          options={Array.from({ length: 7 }, (_, day) => ({ value: String(day), label: weekdayName(day) }))}
          onValue={(day) => onSchedule({ ...schedule, day })}
        />
      )}
      {schedule.every === 'month' && (
        <Select
          label={t('ext.day-of-month')}
          value={schedule.day}
          options={DAYS_OF_MONTH.map((day) => ({ value: day, label: day === 'L' ? t('ext.last-day') : day }))}
          onValue={(day) => onSchedule({ ...schedule, day })}
        />
      )}
      <Field
        label={t('ext.time-of-day')}
        type="time"
        value={schedule.time}
        // Keep the previous time if the control is cleared.
        onValue={(time) => time !== '' && onSchedule({ ...schedule, time })}
        required
        ltr
      />
    </div>
  )
}

/** Keeps the chosen time. */
function changedTo(every: Schedule['every'], before: Schedule | undefined): Schedule {
  const time = before !== undefined && 'time' in before ? before.time : NINE
  switch (every) {
    case 'hour':
      return { every }
    case 'day':
    case 'workday':
      return { every, time }
    case 'week':
      return { every, time, day: '0' }
    case 'month':
      return { every, time, day: '1' }
  }
}
