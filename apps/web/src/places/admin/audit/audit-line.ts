import type { AnswerOf } from '../../../api/routes.ts'
import { t } from '../../../language/language.ts'

export type AuditLine = AnswerOf<'GET /admin/api/v1/audit'>['data'][number]

/** The name of today, else the id; what the start of the service did has no name. */
export function actorText({ actor, actor_name: name }: Pick<AuditLine, 'actor' | 'actor_name'>): string {
  if (actor === 'environment') return t('admin.by-start')
  return name === '' ? actor : name
}
