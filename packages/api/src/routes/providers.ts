import type { Providers } from '@stet/desk'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { formBody, toForm } from '../provider-form.ts'
import { readJson } from '../read-json.ts'
import { toProviderId } from '../to-id.ts'

const LONGEST_MODEL = 500
const modelName = z.string().check(z.minLength(1), z.maxLength(LONGEST_MODEL))
const noBody = z.strictObject({})
const testBody = z.strictObject({ form: formBody, model: z.optional(z.nullable(modelName)) })
const keptTestBody = z.strictObject({
  form: z.optional(z.nullable(formBody)),
  model: z.optional(z.nullable(modelName)),
})

const price = z.nullable(z.number())
const override = z.strictObject({
  contextWindow: z.exactOptional(z.number()),
  outputLimit: z.exactOptional(z.number()),
  takes: z.exactOptional(
    z.strictObject({
      images: z.exactOptional(z.boolean()),
      files: z.exactOptional(z.boolean()),
      tools: z.exactOptional(z.boolean()),
    }),
  ),
  reasoning: z.exactOptional(z.enum(['none', 'budget', 'effort', 'level', 'switch'])),
  caching: z.exactOptional(z.enum(['marks', 'automatic', 'none'])),
  prices: z.exactOptional(
    z.strictObject({
      input: price,
      output: price,
      cacheRead: price,
      cacheWrite: price,
      cacheWriteLong: price,
      webSearch: price,
      request: z.exactOptional(z.number()),
      imageInput: price,
      imageOutput: price,
    }),
  ),
})
const overrideBody = z.strictObject({ model: modelName, override: z.nullable(override) })

export function providerRoutes(providers: Providers): Hono {
  return new Hono()
    .get('/api/presets', c => c.json({ presets: providers.presets }))
    .get('/api/providers', async c => c.json(await providers.list()))
    .post('/api/providers', async c => {
      const key = commandKey(c.req.raw)
      const form = toForm(await readJson(c.req.raw, formBody))
      return c.json(await providers.add({ key, form }), 201)
    })
    .post('/api/providers/test', async c => {
      const { form, model = null } = await readJson(c.req.raw, testBody)
      return c.json(await providers.test({ providerId: null, form: toForm(form), model }))
    })
    .put('/api/providers/:providerId', async c => {
      const key = commandKey(c.req.raw)
      const form = toForm(await readJson(c.req.raw, formBody))
      return c.json(await providers.change({ key, providerId: toProviderId(c.req.param('providerId')), form }))
    })
    .delete('/api/providers/:providerId', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, noBody)
      await providers.remove({ key, providerId: toProviderId(c.req.param('providerId')) })
      return c.body(null, 204)
    })
    .post('/api/providers/:providerId/test', async c => {
      const { form = null, model = null } = await readJson(c.req.raw, keptTestBody)
      const providerId = toProviderId(c.req.param('providerId'))
      return c.json(await providers.test({ providerId, form: form && toForm(form), model }))
    })
    .post('/api/providers/:providerId/models', async c => {
      await readJson(c.req.raw, noBody)
      return c.json(await providers.discover(toProviderId(c.req.param('providerId'))))
    })
    .put('/api/providers/:providerId/overrides', async c => {
      const key = commandKey(c.req.raw)
      const body = await readJson(c.req.raw, overrideBody)
      const providerId = toProviderId(c.req.param('providerId'))
      return c.json(await providers.overrideModel({ key, providerId, ...body }))
    })
}
