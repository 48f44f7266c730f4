import type { TestCase, TestModule } from 'vitest/node'

/** What passed at its second try only; then a last line every log reader understands: `N passed, N failed, N skipped`. */
export default class ClosingLine {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests: TestCase[] = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length
    // The setup of a group failed: none of its tests has run, and they do not count as skipped.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const broken = groups.filter((group) => group.errors().length > 0).length
    const flaky = tests.filter((test) => test.diagnostic()?.flaky === true)
    for (const { module, fullName } of flaky)
      process.stdout.write(`passed when run again: ${module.relativeModuleId} ${fullName}\n`)
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    )
  }
}
