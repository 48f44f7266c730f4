import { t } from '../../../language/language.ts'
import { satToMsat } from '../../../money/money.ts'
import { Fact, Facts } from '../../../parts/facts.tsx'
import type { ServerStatus } from '../operator.ts'
import { AmountFact, countText } from './tiles.tsx'

type Volume = NonNullable<ServerStatus['volume']>['day']

/** What was paid in the last day and the last month. */
export function Volumes({ volume }: Pick<ServerStatus, 'volume'>) {
  return (
    <>
      <Period id="last-day" title={t('admin.last-day')} volume={volume?.day} />
      <Period id="last-month" title={t('admin.last-month')} volume={volume?.month} />
    </>
  )
}

function Period({
  id,
  title,
  volume,
}: {
  readonly id: string
  readonly title: string
  readonly volume: Volume | undefined
}) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {volume === undefined ? (
        <p class="quiet-text">{t('admin.money-not-summed')}</p>
      ) : (
        <Facts>
          <AmountFact name={t('admin.volume-received')} msat={Number(satToMsat(volume.received_sat))} />
          <AmountFact name={t('admin.volume-sent')} msat={Number(satToMsat(volume.sent_sat))} />
          <Fact name={t('admin.volume-succeeded')}>{countText(volume.succeeded)}</Fact>
          <Fact name={t('admin.volume-failed')}>{countText(volume.failed)}</Fact>
        </Facts>
      )}
    </section>
  )
}
