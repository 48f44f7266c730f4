import { typedText } from '../../money/typed-amount.ts'
import type { Doubt } from '../../money/typed-number.ts'
import { Button } from '../button.tsx'
import './doubt-choice.css'
import { Isolated } from '../../language/isolated.tsx'

/** What a text can mean, each as a button: the person decides. */
export function DoubtChoice({
  doubt,
  unit,
  onText,
}: {
  readonly doubt: Doubt | undefined
  /** `sat`, the code of a currency, or `%`. */
  readonly unit?: string | undefined
  /** The digits of the reading: `1250`. */
  readonly onText: (text: string) => void
}) {
  if (doubt?.is !== 'unsure' || doubt.readings.length === 0) return null
  return (
    <div class="doubt-choice">
      {doubt.readings.map((text) => (
        <Button key={text} onClick={() => onText(text)}>
          <Isolated>{typedText(text, unit)}</Isolated>
        </Button>
      ))}
    </div>
  )
}
