import type { AnswerOf } from '../../../api/routes.ts'
import { t } from '../../../language/language.ts'

export type AuditLine = AnswerOf<'GET /admin/api/v1/audit'>['data'][number]

/** The actor's current name, else the id; empty for actions of the service's start. */
export function actorText({ actor, actor_name: name }: Pick<AuditLine, 'actor' | 'actor_name'>): string {
  if (actor === 'environment') return t('admin.by-start')
  return name === '' ? actor : name
}
