import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Sheet } from '../../parts/sheet.tsx'

export function Receive() {
  return (
    <Sheet title={t('nav.receive')}>
      <EmptyState icon="receive" title={t('state.coming')} />
    </Sheet>
  )
}
