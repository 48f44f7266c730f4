import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import type { AnswerOf, InputOf } from '../../../api/routes.ts'

export type NodeSettings = AnswerOf<'GET /api/v1/admin/funding'>
export type NodeKind = NodeSettings['kinds'][number]
export type TriedNode = AnswerOf<'POST /api/v1/admin/funding/try'>
export type NodeChoice = InputOf<'POST /api/v1/admin/funding/try'>['body']

export const useNodeSettings = () =>
  useQuery({
    queryKey: ['operator', 'funding'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/funding', {}, { signal }),
    staleTime: 0,
  })
