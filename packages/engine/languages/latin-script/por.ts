import { por as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { portugueseStem } from './romance-stems.ts';

export const por: LanguagePack = {
  code: 'por',
  words: {
    inch: 'polegadas',
    headFirst: true,
    purpose: ['para'],
    stem: portugueseStem,
    stopWords,
    nameParticles: ['da', 'do', 'dos', 'das', 'de', 'e'],
  },
  negation: {
    negators: ['sem', 'nao', 'exceto'],
    fillers: ['de', 'a'],
    alternatives: ['ou'],
  },
  limits: {
    atMost: 'menos de',
    atMostOfMoney: 'ate',
    atLeast: 'mais de|a partir de',
    atLeastOfMoney: 'desde',
    not: 'nao',
    between: 'entre|de',
    and: 'e|a',
    to: 'a',
  },
  money: { only: 'euros?' },
  answers: { yes: ['sim', 'verdadeiro'], no: ['não', 'falso'] },
  availability: {
    available: 'disponive(?:l|is)|em estoque|em stock|em loja',
    unavailable:
      'esgotad[oa]s?|indisponive(?:l|is)|fora de (?:estoque|stock|linha)|descontinuad[oa]s?|em breve',
    orderable: 'pre ?venda|sob encomenda',
    stock: 'estoque|disponibilidade|quantidade',
    not: 'nenhuma?|nunca',
    pieces: 'unidades?|un\\.?|pecas?',
  },
  catchAll:
    'outr[ao]s?(?: .*)?|vari[ao]s|variad[ao]s?|divers[ao]s|sortid[ao]s?|misto|generic[ao]s?|geral|padrao|normal|desconhecid[ao]|nenhuma?|sem (?:informacao|marca)|nao (?:definido|disponivel|especificado|informado|se aplica)|ver .*|veja .*|consulte .*|conforme (?:descricao|foto)|qualquer|tod[ao]s',
  promotions: '(?:frete|envio|portes) gratis|melhor preco|\\d+ ?% de desconto',
  headers: {
    tradeNumber: 'codigo de barras',
    productId:
      '(?:codigo|cod|referencia|ref|id|numero)(?: (?:do |de )?(?:produto|item|artigo))?|identificador(?: (?:de )?url)?',
    totals: '(?:sub)?total(?: geral)?|totais|soma',
    pairs: { names: 'nomes?|chave', values: 'valor(?:es)?', units: 'unidades?' },
    optionNames: {
      colour: 'cor|cores',
      size: 'tamanhos?',
      material: 'materia(?:l|is)',
      gender: 'genero|sexo',
    },
    reduced: 'oferta|promocional',
    maker: 'fabricante',
    reference: { last: 'numero|modelo' },
    title: { qualified: 'titulo|nome', usual: 'titulo' },
    price: { words: 'preco' },
    brand: { words: 'marca|fabricante|autor', usual: 'marca' },
    category: { words: 'categorias?', whole: 'tipo' },
    text: { words: 'descricao' },
    list: { words: 'etiquetas' },
    measure: { words: 'peso' },
    private: {
      cost: 'custos?|custo (?:unitario|por item|medio|de (?:compra|aquisicao|producao))|preco (?:de )?(?:custo|compra|atacado|fornecedor)',
      margin: 'margem|margens|margem (?:bruta|liquida|de (?:lucro|contribuicao))|lucros?',
      supplier:
        'fornecedor(?:es)?|(?:referencia|ref|codigo|nome|sku|id|numero) (?:do |de )?fornecedor|atacadista',
      internal:
        '(?:notas?|comentarios?|observacao|observacoes) (?:intern[ao]s?|privad[ao]s?)|(?:de )?uso interno|confidencial',
    },
    money: { words: 'precos?|custos?|descontos?|frete|margem|moeda|acrescimo|promocional' },
    feedback: {
      words:
        'avaliac(?:ao|oes)|estrelas|votos?|popularidade|visualizacoes|visitas|vendas|vendidos?|comentarios|pedidos',
    },
    merchandising: {
      words:
        'novidade|lancado em|oferta|em oferta|promocao|promocoes|destaque|mais vendido|estoque|stock|disponib\\w*|disponivel|envio|entrega|prazo(?: de entrega)?|fornecedor|armazem|visivel|visibilidade|exibir(?: na \\w+)?|publicado|quantidade (?:minima|maxima|disponivel)|devoluc(?:ao|oes)|criado|modificado|lojas?',
      whole: 'ativo|novo|ordem|status|estado|quantidade|posicao|paises',
    },
    picture: { last: '(?:imagem|imagens|fotos?|videos?)(?: \\d+)?' },
    name: { whole: 'modelo', last: 'nome|titulo|designacao' },
    released: { words: 'lancamento|publicacao|safra|colheita|estreia' },
    fact: {
      last: '(?:cor(?:es)?|materia(?:l|is)|tecidos?|tamanhos?|estampas?|forma|estilos?|sabor(?:es)?|aromas?|genero|sexo|textura|acabamento|ingredientes?|alergenos?|composicao|pais|estacao|ocasiao|idiomas?|caracteristicas?)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'cor',
      values:
        'preto|pretos|preta|pretas, branco|brancos|branca|brancas, cinza|cinzas, vermelho|vermelhos|vermelha|vermelhas, azul|azuis, verde|verdes, amarelo|amarelos|amarela|amarelas, laranja, marrom|castanho, bege, rosa, roxo|roxa, dourado|dourados|dourada|douradas, prateado|prateados|prateada|prateadas, turquesa, bordo, colorido|coloridos|colorida|coloridas',
    },
    material: {
      names: 'material',
      values:
        'algodao, la, linho, seda|cetim, poliester, nylon, couro, veludo, viscose, madeira, carvalho, bambu, aco inox|aco inoxidavel, aco, aluminio, latao, metal, vidro, ceramica, porcelana, concreto|cimento, marmore, plastico, silicone, borracha, papel, cortica',
    },
    audience: {
      names: 'para quem',
      values:
        'masculino|masculinos|masculina|masculinas|homem|homens, feminino|femininos|feminina|femininas|mulher|mulheres, unissex, infantil|crianca|criancas, menino|meninos|menina|meninas, bebe|bebes',
    },
    features:
      'impermeavel|a prova d agua, sem fio, recarregavel, organico|organicos|organica|organicas, vegano|veganos|vegana|veganas, sem gluten, sem acucar, descafeinado, dobravel, bluetooth, dual sim, ajustavel',
  },
};
