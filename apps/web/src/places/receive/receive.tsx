import { useLocation } from 'wouter-preact'
import { t } from '../../language/language.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useGo } from '../../routing/paths.ts'
import { Code } from './code.tsx'
import { MyAddress } from './my-address.tsx'
import { NewCode } from './new-code.tsx'
import './receive.css'

const HASH = /^\/receive\/([0-9a-f]{64})$/

/** `/receive`: amount; `/receive/address`: Lightning address; `/receive/<payment hash>`: invoice. */
export function Receive() {
  const [path] = useLocation()
  const go = useGo()
  const hash = HASH.exec(path)?.[1]
  if (hash !== undefined) {
    return (
      <Sheet key={hash} title={t('nav.receive')}>
        <Code hash={hash} />
      </Sheet>
    )
  }
  const current = path === '/receive/address' ? 'address' : 'amount'
  return (
    <Sheet title={t('nav.receive')}>
      <Tabs
        label={t('receive.ways')}
        current={current}
        tabs={[
          { id: 'amount', label: t('amount.label') },
          { id: 'address', label: t('receive.my-address') },
        ]}
        onChange={(id) => go(id === 'address' ? '/receive/address' : '/receive', { replace: true })}
      >
        {current === 'address' ? <MyAddress /> : <NewCode />}
      </Tabs>
    </Sheet>
  )
}
