import { typedText } from '../../money/typed-amount.ts'
import type { Doubt } from '../../money/typed-number.ts'
import { Button } from '../button.tsx'
import './doubt-choice.css'
import { Isolated } from '../../language/isolated.tsx'

/** Offers each meaning of an ambiguous number as a button. */
export function DoubtChoice({
  doubt,
  unit,
  onText,
}: {
  readonly doubt: Doubt | undefined
  /** `sat`, a currency code, or `%`. */
  readonly unit?: string | undefined
  /** The chosen digits, such as `1250`. */
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
