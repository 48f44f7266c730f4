import { type TextKey, t } from '../../../language/language.ts'
import { FIELDS, KINDS } from './node-names.ts'

export function kindText(kind: string): string {
  if (kind === 'simulated') return t('admin.node-simulated')
  return kind === 'none' ? t('admin.node-unreachable') : (KINDS[kind] ?? kind)
}

const STATEMENTS: Readonly<Record<string, TextKey>> = {
  SERVICE_NODE_IS_SHARED: 'admin.node-shared',
  SERVICE_ALLOW_PLAIN_NODE: 'admin.node-plain',
  SERVICE_ALLOW_UNCAPPED_FEES: 'admin.node-uncapped',
}

/** An unknown field shows its variable. */
export function fieldText(name: string): string {
  const key = FIELDS[name] ?? STATEMENTS[name] ?? (/_(URL|ENDPOINT)$/.test(name) ? 'admin.node-url' : undefined)
  return key === undefined ? name : t(key)
}
