import validatorFactory from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Pool = ReturnType<typeof validatorFactory>
type Compile = FastifySchemaCompiler<unknown>
type Validate = ReturnType<Compile>

/**
 * Fastify's own validation, but a schema is compiled when it is first needed: all at once takes as long as the rest
 * of the start. Answers are plain JSON: their shape is what TypeScript and the tests hold them to.
 */
export const lateSchemas: Factories = {
  buildValidator: (schemas: Parameters<Pool>[0], options: Parameters<Pool>[1]) => {
    // cast: the library names its types after Ajv's, Fastify after its own
    const compile = validatorFactory()(schemas, options) as unknown as Compile
    return late(compile) as unknown as ReturnType<Pool> // cast: as above
  },
  buildSerializer: () => () => JSON.stringify,
}

function late(compile: Compile): Compile {
  return (route) => {
    let compiled: Validate | null = null
    const validate: Validate = (data) => {
      compiled ??= compile(route)
      const outcome = compiled(data)
      validate.errors = compiled.errors ?? null
      return outcome
    }
    return validate
  }
}
