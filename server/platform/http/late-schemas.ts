import validatorFactory from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Pool = ReturnType<typeof validatorFactory>
type Compile = FastifySchemaCompiler<unknown>
type Validate = ReturnType<Compile>

/**
 * Fastify's own validation, except that a schema is compiled only when it is first used. Compiling all schemas at the
 * start would take as long as everything else that is done there. Responses are serialised without schemas, by
 * `JSON.stringify`. TypeScript and the tests check the shape of the responses.
 */
export const lateSchemas: Factories = {
  buildValidator: (schemas: Parameters<Pool>[0], options: Parameters<Pool>[1]) => {
    // cast: @fastify/ajv-compiler and Fastify declare the type of this function separately, and TypeScript cannot
    // assign one type to the other
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
