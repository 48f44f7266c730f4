import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

/** Work that ends when the test decides, and the number of its runs. */
function createSteered() {
  const ends: ((error?: Error) => void)[] = []
  let begun = 0
  let inFlight = 0
  let maxInFlight = 0
  const work = (): Promise<number> => {
    begun += 1
    const run = begun
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    return new Promise((resolve, reject) => {
      ends.push((error) => {
        inFlight -= 1
        if (error === undefined) resolve(run)
        else reject(error)
      })
    })
  }
  return {
    work,
    begun: () => begun,
    maxInFlight: () => maxInFlight,
    isRunning: () => ends.length > 0,
    end: (error?: Error) => ends.shift()?.(error),
  }
}

const microtasks = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

test('at most one run is in flight, and next() returns one that began after the call, in any order of calls and ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('next', 'join', 'end', 'fail', 'turn'), { maxLength: 40 }),
      async (steps) => {
        const steered = createSteered()
        const flight = createSingleFlight(steered.work)
        const answers: Promise<unknown>[] = []
        for (const step of steps) {
          if (step === 'turn') await Promise.resolve()
          else if (step === 'end') steered.end()
          else if (step === 'fail') steered.end(new Error('failed'))
          else {
            const before = steered.begun()
            const isFree = !steered.isRunning()
            const answer = step === 'next' ? flight.next() : flight.join()
            answers.push(
              answer.then(
                (run) => step === 'next' && expect(run).toBeGreaterThan(before),
                () => undefined,
              ),
            )
            if (isFree && answers.length === 1) expect(steered.begun()).toBe(1)
          }
        }
        for (let round = 0; round < steps.length + 2; round += 1) {
          await microtasks(10)
          steered.end()
        }
        await Promise.all(answers)
        await flight.idle()
        expect(steered.maxInFlight()).toBeLessThanOrEqual(1)
        expect(steered.isRunning()).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test('callers during a run share the one that follows it', async () => {
  const steered = createSteered()
  const flight = createSingleFlight(steered.work)
  const first = flight.next()
  const [second, third] = [flight.next(), flight.next()]
  steered.end()
  expect(await first).toBe(1)
  await microtasks(10)
  steered.end()
  expect(await Promise.all([second, third])).toEqual([2, 2])
  expect(steered.begun()).toBe(2)
})

test('join() waits for the run in flight', async () => {
  const steered = createSteered()
  const flight = createSingleFlight(steered.work)
  const both = [flight.join(), flight.join()]
  steered.end()
  expect(await Promise.all(both)).toEqual([1, 1])
})

test('a run that fails is reported to its callers and does not keep the next one from running', async () => {
  const steered = createSteered()
  const flight = createSingleFlight(steered.work)
  const [first, second] = [flight.next(), flight.next()]
  steered.end(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await microtasks(10)
  steered.end()
  expect(await second).toBe(2)
})
