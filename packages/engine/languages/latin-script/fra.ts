import { fra as stopWords } from 'stopword';
import type { LanguagePack } from '../language-pack.ts';
import { frenchStem } from './romance-stems.ts';

export const fra: LanguagePack = {
  code: 'fra',
  words: {
    inch: 'pouces',
    headFirst: true,
    purpose: ['pour'],
    stem: frenchStem,
    stopWords,
    productWords: ['ete'],
    nameParticles: ['de', 'la', 'le', 'les', 'du', 'des', 'd', 'l', 'et'],
    // "l'" is left to names ("L'Oréal").
    elided: 'd|qu|jusqu',
  },
  negation: {
    negators: ['sans', 'pas', 'sauf', 'non'],
    ambiguous: ['pas'],
    fillers: ['de', 'du', 'des', 'en', 'la', 'le', 'les', 'l'],
    alternatives: ['ou', 'ni'],
    // "pas cher" is "cheap".
    idioms: [{ word: 'pas', next: /^chere?s?$/, stem: 'pas-cher' }],
  },
  limits: {
    atMost: "moins de|moins cher que|jusqu['’]?a",
    atMostOfMoney: 'au maximum',
    atLeast: 'plus de|a partir de|au moins',
    not: 'pas',
    between: 'entre|de',
    and: 'et|a',
    to: 'a',
    around: 'environ',
    orMore: 'et plus',
    orLess: 'et moins',
  },
  money: { only: 'euros?', also: 'francs?' },
  answers: { yes: ['oui', 'vrai'], no: ['non', 'faux'] },
  availability: {
    available: 'disponibles?|en stock|en magasin|livrables?',
    unavailable:
      '(?:en )?rupture(?: de stock| temporaire)?|hors stock|epuisee?s?|indisponibles?|(?:arret|fin) de (?:production|serie|vie)|arretee?s?|plus (?:disponibles?|en stock|en magasin)|bientot (?:disponibles?|de retour|en stock)',
    orderable: 'precommandes?|pre commandes?|sur commande',
    stock: 'stocks?|disponibilite|quantite',
    not: 'aucune?|plus de|jamais',
    pieces: 'pieces?|articles?|unites?',
  },
  catchAll:
    'autres?(?: .*)?|divers|diverses|varie|varies|variees|assorti|assortis|assorties|generique|general|standard|normal|par defaut|inconnue?|indefini|non (?:applicable|communiquee?|definie?|precisee?|renseignee?|specifiee?)|aucune?(?: marque)?|sans marque|voir .*|tous|toutes|tout|quelconque',
  promotions:
    'livraison (?:gratuite|offerte)|frais de port offerts|meilleur prix|offre speciale|\\d+ ?% de (?:reduction|remise|rabais)',
  headers: {
    tradeNumber: 'codebarres?|code a? ?barres?',
    productId:
      '(?:reference|ref|code|numero|no|identifiant|id)(?: (?:du |de l )?(?:produit|article|declinaison))?|(?:produit|article) (?:id|ref|reference)',
    totals: '(?:sous )?total(?: general)?|totaux|somme',
    pairs: { names: 'noms?|libelle|cle', values: 'valeurs?', units: 'unites?' },
    constraints: 'systeme de tailles?|compatible avec|compatibilite|(?:appareils?|modeles?) compatibles?',
    optionNames: {
      colour: 'couleurs?',
      size: 'tailles?',
      material: 'matieres?|materiaux',
      gender: 'sexe|genre',
    },
    qualifiers: 'produit',
    reduced: 'promo|promotion|promotionnel|solde|remise',
    maker: 'fabricant',
    identifier: { words: 'codebarre' },
    reference: { last: 'numero|modele' },
    title: { qualified: 'titre|nom|designation|libelle', usual: 'titre' },
    price: { words: 'prix', usual: 'prix' },
    brand: { words: 'marque|fabricant|auteurs?', usual: 'marque' },
    category: { words: 'categorie' },
    availability: { words: 'disponible|disponibilite' },
    text: { words: 'remarques?' },
    list: { words: 'etiquettes' },
    measure: { words: 'largeur|hauteur|profondeur|longueur|poids' },
    operational: { words: 'tva|prix promo(?:tionnel)?', whole: 'devise' },
    private: {
      cost: 'couts?|cout (?:unitaire|de revient|d achat|de production|par article|moyen)|prix (?:d )?achat|prix de (?:revient|gros|cession)|prix (?:grossiste|fournisseur)|pa ht',
      margin: '(?:taux de )?marges?|marge (?:brute|nette|commerciale|beneficiaire)|taux de marque|benefices?',
      supplier:
        'fournisseurs?|fournisseur principal|(?:ref|reference|code|nom|id|numero|sku|article) (?:du )?fournisseur|grossiste',
      internal:
        '(?:notes?|commentaires?|remarques?|infos?|informations?|observations?) (?:internes?|privees?)|(?:a )?usage interne|confidentiel',
    },
    money: {
      words:
        'prix|couts?|frais de \\w+|remises?|rabais|promotion|ecotaxe|eco participation|marge|devise|tarifs?|consigne|reduction|montant',
    },
    feedback: {
      words:
        'avis|notes? (?:clients?|moyenne)|note moyenne|etoiles|votes?|popularite|vues|ventes|vendus?|quantites? vendues?|nombre d avis|commandes',
      whole: 'note',
    },
    merchandising: {
      words:
        'nouveaute|promos?|en promotion|soldes|soldee?|en avant|mis en avant|meilleures ventes|en stock|stocks?|delai(?: de livraison)?|livraison|expedition|expedie|fournisseur|entrepot|visib\\w*|publie|en ligne|quantite (?:en|min\\w*|max\\w*|disponible)|disponib\\w*|retours?|cree le|modifie le|date de (?:creation|modification)|taxe|regle de taxe|boutiques?',
      whole: 'actif|active|nouveau|ordre|statut|etat|position|quantite|nouveau produit',
    },
    picture: { last: '(?:images?|photos?|visuels?|videos?|vignette)(?: \\d+)?' },
    name: { whole: 'modele', last: 'nom|intitule|libelle|designation|titre' },
    released: { words: 'sortie|parution|millesime|lancement|recolte' },
    fact: {
      last: '(?:couleurs?|matieres?|materiaux?|tissus?|tailles?|motifs?|formes?|gout|saveurs?|styles?|sexe|texture|finition|ingredients?|allergenes?|composition|pays|saison|occasion|langues?|caracteristiques?|cepages?|coloris|usage)(?: \\d+)?',
    },
  },
  facts: {
    colour: {
      names: 'couleur',
      values:
        'noir|noirs|noire|noires, blanc|blancs|blanche|blanches, gris|griss|grise|grises, rouge|rouges, bleu|bleus|bleue|bleues, marine, vert|verts|verte|vertes, jaune|jaunes, orange, marron|brun, beige, creme, rose, violet|violets|violette|violettes, dore|dores|doree|dorees, argente|argentes|argentee|argentees, turquoise, bordeaux, kaki, multicolore',
    },
    material: {
      names: 'matiere',
      values:
        'coton, laine, lin, soie|satin, polyester, nylon, cuir, daim, velours, cachemire, viscose, bois, chene, bambou, rotin, acier inoxydable|inox, acier, aluminium, laiton, metal, verre, ceramique, porcelaine, beton, marbre, plastique, silicone, caoutchouc, papier, liege',
    },
    audience: {
      names: 'pour qui',
      values: 'homme|hommes, femme|femmes, mixte, enfant|enfants, garcon|garcons, fille|filles, bebe',
    },
    features:
      'impermeable|etanche, sans fil, rechargeable, biologique|bio, vegan, sans gluten, sans sucre, decafeine, fait main, pliable|pliant|pliante, bluetooth, double sim, reglable, lavable, reutilisable',
  },
};
