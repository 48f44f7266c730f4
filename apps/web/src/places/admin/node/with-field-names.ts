import { ApiError } from '../../../api/api-error.ts'
import { named } from '../../../language/joined.ts'
import { t } from '../../../language/language.ts'
import { fieldText } from './node-text.ts'

/** Replaces names of variables in errors by labels of the form. */
export async function withFieldNames<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'node_settings_wrong') throw error
    const params = { ...error.params, reason: reasonText(String(error.params['reason'])) }
    throw new ApiError(error.status, { ...(error.body as object), params })
  }
}

const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g

export const reasonText = (reason: string): string =>
  reason
    .split('; ')
    .map((problem) => {
      const [, variable = '', what = problem] = /^([A-Z0-9_]+): (.+)$/s.exec(problem) ?? []
      const text = /^must be set\b/.test(what) ? t('admin.node-missing') : what.replaceAll(VARIABLE, fieldText)
      return variable === '' ? text : named(fieldText(variable), text)
    })
    .join('; ')
