import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { InputOf } from '../../../api/routes.ts'
import { fieldError } from '../../../language/error-text.ts'
import { t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fact, Facts } from '../../../parts/facts.tsx'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { say } from '../../../parts/toast.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { originText, SETTINGS_KEY, type Setting, type SettingValue } from './setting.ts'
import { SettingInput } from './setting-input.tsx'
import { countText, textOf, valueText } from './setting-text.ts'

type Change = InputOf<'PUT /api/v1/admin/settings'>['body']

/** Edits one setting within its bounds, or resets it to the configured value. */
export function SettingDialog({ setting, onClose }: { readonly setting: Setting; readonly onClose: () => void }) {
  const [value, setValue] = useState<SettingValue>(setting.value)
  const task = useTask()
  const reset = useTask()
  const { title, meaning } = textOf(setting)
  const wrong = fieldError(task.error, setting.name)
  const change = async (body: Change): Promise<void> => {
    await call('PUT /api/v1/admin/settings', { body })
    await queryClient.invalidateQueries({ queryKey: SETTINGS_KEY })
    await queryClient.invalidateQueries({ queryKey: ['status'] })
    say(t('action.saved'), 'good')
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form task={task} onSend={async () => change({ [setting.name]: withoutEmptyLines(value) })} draft="lost">
        <p>{meaning}</p>
        {setting.needs_restart && <Banner icon="clock">{t('admin.needs-restart')}</Banner>}
        <SettingInput
          setting={setting}
          label={title}
          value={value}
          hint={boundsText(setting)}
          error={wrong}
          onValue={setValue}
        />
        <Facts>
          <Fact name={t('admin.origin')}>{originText(setting.origin)}</Fact>
          <Fact name={t('admin.without-change')}>{valueText(setting, setting.default)}</Fact>
        </Facts>
        <Submit look="primary" wide>
          {t('action.save')}
        </Submit>
        {setting.origin === 'stored' && (
          <>
            <Problem error={reset.error} />
            <Button
              wide
              busy={reset.busy}
              onClick={() => reset.run(async () => change({ reset: [setting.name] } as Change))}
            >
              {t('admin.reset')}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  )
}

const withoutEmptyLines = (value: SettingValue): SettingValue =>
  typeof value === 'object' ? value.filter((line) => line !== '') : value

/** Bounds of a number, or of the length of a text. */
function boundsText({ type, unit, minimum, maximum }: Setting): string | undefined {
  if (maximum === null || type === 'choice' || type === 'boolean') return undefined
  const bounds = { min: countText(unit, minimum ?? 0), max: countText(unit, maximum) }
  if (type === 'integer') return t('admin.bounds', bounds)
  return type === 'text' ? t('admin.bounds-text', bounds) : undefined
}
