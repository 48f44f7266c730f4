import { useEffect, useState } from 'preact/hooks'
import { limitedUntil, limitLeftMs } from '../api/rate-limit.ts'
import { durationText } from '../language/dates.ts'
import { t } from '../language/language.ts'
import { Banner } from '../parts/banner.tsx'
import { useStore } from '../store.ts'

/** Says that this address is rate limited; the screen stays, and requests resume at the end. */
export function Limited() {
  const isLimited = useStore(limitedUntil) !== undefined
  const [, tick] = useState({})
  useEffect(() => {
    const timer = isLimited ? setInterval(() => tick({}), 1000) : undefined
    return () => clearInterval(timer)
  }, [isLimited])
  if (!isLimited) return null
  return (
    <Banner icon="clock">
      {t('offline.limited')} {/* A timer is not read out each second. */}
      <span role="timer">{t('offline.again', { time: durationText(Math.ceil(limitLeftMs() / 1000), Math.ceil) })}</span>
    </Banner>
  )
}
