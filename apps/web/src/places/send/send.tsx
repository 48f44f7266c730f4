import { t } from '../../language/language.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Sheet } from '../../parts/sheet.tsx'

export function Send() {
  return (
    <Sheet title={t('nav.send')}>
      <EmptyState icon="send" title={t('state.coming')} />
    </Sheet>
  )
}
