import { type ApiDocument, type ApiOperation, type ApiTag, listOperations } from './api-document.ts'

/** A task of a reader: a chapter of the pages, across the tags of the document. */
export interface Task {
  readonly id: string
  readonly name: string
  readonly description: string
  /** All operations with these tags, except those that another task names. */
  readonly tags: readonly string[]
  /** Single operations, by their ids. */
  readonly operations?: readonly string[]
  /** Operations of other chapters that belong to this task as well. */
  readonly also?: readonly string[]
  /** Includes the operations that no other task names. */
  readonly rest?: boolean
}

export interface Chapter extends Pick<Task, 'id' | 'name' | 'description'> {
  readonly also: readonly ApiOperation[]
  readonly sections: readonly Section[]
}

export interface Section {
  /** The chapter that has the whole tag shows its description. */
  readonly tag: ApiTag
  readonly operations: readonly ApiOperation[]
}

/** Each operation once. Without tasks, each tag is a chapter. */
export function listTaskChapters(document: ApiDocument, tasks: readonly Task[] | undefined): Chapter[] {
  const operations = listOperations(document)
  const tags = document.tags ?? []
  const all = tasks ?? tags.map(({ name, description = '' }) => ({ id: name, name, description, tags: [name] }))
  const taskOf = (operation: ApiOperation): Task | undefined =>
    all.find(({ operations: ids }: Task) => ids?.includes(operation.operationId ?? '')) ??
    all.find(({ tags: names }) => operation.tags?.some((tag) => names.includes(tag))) ??
    all.find(({ rest }: Task) => rest)
  const byTask = Map.groupBy(operations, taskOf)
  return all.map((task: Task) => {
    const own = byTask.get(task) ?? []
    const sections = tags.map((tag) => ({
      tag: tasks === undefined || !hasWhole(task, tag.name) ? { name: tag.name } : tag,
      operations: own.filter(({ tags: names }) => names?.[0] === tag.name),
    }))
    return {
      id: task.id,
      name: task.name,
      description: task.description,
      also: operations.filter(({ operationId }) => task.also?.includes(operationId ?? '')),
      sections: sections.filter(({ operations: some }) => some.length > 0),
    }
  })
}

const hasWhole = ({ tags, rest }: Task, tag: string): boolean => tags.includes(tag) || rest === true
