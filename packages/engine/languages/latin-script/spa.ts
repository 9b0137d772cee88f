import { spa as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { spanishStem } from './romance-stems.ts';

export const spa: LanguagePack = {
  code: 'spa',
  words: {
    inch: 'pulgadas',
    headFirst: true,
    purpose: ['para'],
    stem: spanishStem,
    stopWords,
    nameParticles: ['de', 'la', 'el', 'los', 'las', 'lo', 'del', 'y', 'sa'],
  },
  negation: {
    negators: ['sin', 'no', 'excepto'],
    ambiguous: ['sin'],
    fillers: ['de', 'en', 'la', 'el', 'los', 'las'],
    alternatives: ['o', 'ni'],
  },
  limits: {
    atMost: 'menos de|hasta',
    atLeast: 'mas de|al menos|a partir de',
    atLeastOfMoney: 'desde',
    not: 'no',
    between: 'entre|de',
    and: 'y|a|hasta',
    to: 'a',
    around: 'alrededor de',
    orMore: 'y mas',
  },
  money: { only: 'euros?' },
  answers: { yes: ['si', 'sí', 'verdadero'], no: ['no', 'falso'] },
  availability: {
    available: 'disponibles?|en stock|en existencias?|en almacen|en tienda',
    unavailable:
      'agotad[oa]s?|indisponibles?|fuera de (?:stock|existencias)|descatalogad[oa]s?|discontinuad[oa]s?|proximamente|pronto disponibles?',
    orderable: 'pre ?venta|por encargo|bajo pedido|reserva anticipada',
    stock: 'stock|existencias?|disponibilidad|inventario|cantidad|unidades',
    not: 'ningun[oa]?|nunca|ya no',
    pieces: 'unidad(?:es)?|uds?\\.?|piezas?|articulos?',
  },
  catchAll:
    'otr[ao]s?(?: .*)?|vari[ao]s|variad[ao]s?|surtid[ao]s?|mixto|generic[ao]s?|general|estandar|normal|por defecto|predeterminad[ao]|desconocid[ao]|ningun[ao]?|sin (?:datos|definir|especificar|marca)|no (?:aplica|definid[ao]|disponible|especificad[ao])|ver .*|vease .*|segun (?:descripcion|foto|imagen)|cualquiera|tod[ao]s',
  promotions: 'envio gra(?:tis|tuito)|mejor precio|oferta especial|\\d+ ?% (?:de )?(?:descuento|dto)',
  headers: {
    tradeNumber: 'codigo de barras',
    productId:
      '(?:codigo|cod|referencia|ref|id|numero|clave)(?: (?:del |de )?(?:producto|articulo|item))?|identificador(?: de (?:url|producto))?',
    totals: '(?:sub)?total(?: general)?|totales|suma',
    pairs: { names: 'nombres?|clave|etiqueta', values: 'valor(?:es)?', units: 'unidad(?:es)?' },
    constraints: 'sistema de tallas?|compatible con|compatibilidad|(?:dispositivos?|modelos?) compatibles?',
    optionNames: {
      colour: 'color(?:es)?',
      size: 'tallas?|tamanos?',
      material: 'material(?:es)?',
      gender: 'genero|sexo',
    },
    qualifiers: 'producto|articulo',
    reduced: 'oferta|promocional|rebajado',
    maker: 'fabricante',
    stock: 'existencias',
    identifier: { words: 'referencia' },
    reference: { last: 'numero|modelo' },
    title: { qualified: 'nombre|titulo', usual: 'titulo' },
    image: { words: 'fotos?|imagen(?:es)?' },
    price: { words: 'precio', usual: 'precio' },
    brand: { words: 'marca|fabricante|autor', usual: 'marca' },
    category: { words: 'categorias?', whole: 'tipo' },
    availability: { words: 'disponible|disponibilidad' },
    text: { words: 'descripcion' },
    list: { words: 'etiquetas' },
    measure: { words: 'ancho|alto|largo|peso' },
    operational: { words: 'existencias|iva', whole: 'moneda' },
    private: {
      cost: 'cost(?:o|os|e|es)|cost[oe] (?:unitario|por articulo|medio|de (?:compra|adquisicion|produccion))|precio (?:de )?(?:compra|cost[oe]|adquisicion|mayorista|proveedor)|precio al por mayor',
      margin: 'margen|margenes|margen (?:bruto|neto|comercial|de (?:beneficio|ganancia|utilidad))',
      supplier:
        'proveedor(?:es)?|(?:referencia|ref|codigo|nombre|sku|id|numero) (?:de |del )?proveedor|mayorista',
      internal:
        '(?:notas?|comentarios?|observacion(?:es)?) (?:intern[ao]s?|privad[ao]s?)|(?:de )?uso interno|confidencial',
    },
    money: {
      words:
        'precios?|costes?|costos?|descuentos?|rebaja|recargo|tarifas?|margen|moneda|divisa|impuesto|ecotasa|importe|promocional',
    },
    feedback: {
      words:
        'valoracion(?:es)?|resenas?|opiniones|estrellas|votos?|puntuacion|popularidad|visitas|vistas|ventas|vendidos?|vendidas|calificacion(?:es)?|pedidos',
    },
    merchandising: {
      words:
        'novedad(?:es)?|oferta|en oferta|promocion(?:es)?|destacado|mas vendido|stock|en stock|agotado|envio|entrega|plazo(?: de entrega)?|proveedor|almacen|visib\\w*|mostrar(?: en \\w+)?|publicado|disponib\\w*|cantidad (?:minima|maxima|disponible|en \\w+)|devolucion(?:es)?|iva|creado|modificado|fecha de (?:creacion|modificacion|alta)|producto fisico|tiendas?',
      whole: 'activo|nuevo|orden|estado|cantidad|posicion|paises|inventario',
    },
    picture: { last: '(?:imagen|imagenes|fotos?|videos?|miniatura)(?: \\d+)?' },
    name: { whole: 'modelo', last: 'nombre|denominacion|titulo' },
    released: { words: 'lanzamiento|publicacion|estreno|anada|cosecha' },
    fact: {
      last: '(?:colou?r(?:es)?|materiales?|tejidos?|tela|tallas?|tamanos?|patron|formas?|estilos?|sabor(?:es)?|aromas?|genero|sexo|textura|acabado|ingredientes?|alergenos?|composicion|pais|temporada|ocasion|idiomas?|caracteristicas?|uva|grupo de edad)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'color',
      values:
        'negro|negros|negra|negras, blanco|blancos|blanca|blancas, gris|grises, rojo|rojos|roja|rojas, azul|azules, verde|verdes, amarillo|amarillos|amarilla|amarillas, naranja, marron|marrones, beige, rosa, morado|morada|violeta, dorado|dorados|dorada|doradas, plateado|plateados|plateada|plateadas, turquesa, burdeos, multicolor',
    },
    material: {
      names: 'material',
      values:
        'algodon, lana, lino, seda|raso, poliester, nylon, cuero|piel, terciopelo, viscosa, madera, roble, bambu, acero inoxidable, acero, aluminio, laton, metal, vidrio|cristal, ceramica, porcelana, cemento|hormigon, marmol, plastico, silicona, goma|caucho, papel, corcho',
    },
    audience: {
      names: 'para quien',
      values: 'hombre|hombres, mujer|mujeres, unisex, nino|ninos, nina|ninas, bebe|bebes',
    },
    features:
      'impermeable, inalambrico|inalambricos|inalambrica|inalambricas, recargable, ecologico|ecologicos|ecologica|ecologicas, vegano|veganos|vegana|veganas, sin gluten, sin azucar, descafeinado, hecho a mano, plegable, bluetooth, dual sim, ajustable, lavable',
  },
};
