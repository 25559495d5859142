import validatorFactory from '@fastify/ajv-compiler'
import serializerFactory from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Pool = ReturnType<typeof validatorFactory>
type Compile = FastifySchemaCompiler<unknown>
type Validate = ReturnType<Compile>
type CompileSerializer = ReturnType<ReturnType<typeof serializerFactory>>

/** Fastify's own compilers, but a schema is compiled when it is first needed: all at once takes as long as the rest of the start. */
export const lateSchemas: Factories = {
  buildValidator: (schemas: Parameters<Pool>[0], options: Parameters<Pool>[1]) => {
    // cast: the library names its types after Ajv's, Fastify after its own
    const compile = validatorFactory()(schemas, options) as unknown as Compile
    return late(compile) as unknown as ReturnType<Pool> // cast: as above
  },
  buildSerializer: (schemas, options) => {
    const compile = serializerFactory()(schemas, options)
    return lateSerializer(compile)
  },
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

function lateSerializer(compile: CompileSerializer): CompileSerializer {
  return (route) => {
    let compiled: ReturnType<CompileSerializer> | null = null
    return (answer) => (compiled ??= compile(route))(answer)
  }
}
