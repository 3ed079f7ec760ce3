"""Sentences that chat models say to open questions, and the short answers that people would give."""

import pytest
from askance.readings import read

# question | what the model says | the answer in it
SENTENCES = r"""
What is the table made of? | I think it is made of wood. | wood
What does the sign say? | It says stop. | stop
What does the sign say? | I would say that it is "stop". | stop
What is the man holding? | He's holding a ball | ball
What sport is this? | They are playing tennis. | tennis
Where is this? | This looks like a mountain to me. | mountain
Where is this? | It was taken in a living room. | living room
Where was this picture taken? | On the beach. | beach
What is the weather like? | It's a sunny day. | sunny
Who is wearing the hat? | The woman on the left. | woman
What color is the car? | I'm not sure, but it could be blue. | blue
What color is the car? | The car is **blue**. | blue
What color is the car? | The car in the image is blue. It is parked next to a red truck. | blue
What color is the car? | Based on the image, the car appears to be dark blue. | dark blue
What color is the car? | The car behind the red truck is blue. | blue
What color is the car? | The red car is parked next to a blue truck. | red
What color is the car? | Sure! The car is silver. Let me know if you have any other questions! | silver
What color is the car? | It's hard to tell from the picture, but I would say it's green. | green
What color is the car? | **Color:** Blue | Blue
What color is the flag? | The flag is red, white, and blue. | red, white, and blue
What color is the umbrella? | The man in the red shirt is holding a yellow umbrella. | yellow
What color is the man's shirt? | The man is wearing a white shirt and black pants. | white
What color are the flowers? | The flowers in the vase are pink and white. | pink and white
What color is the bus? | It's a bright yellow color. | bright yellow
What is the color of the wall? | The wall seems to be painted in a light gray color. | light gray
What color is her hair? | Her hair is blonde, as shown in the image. | blonde
What color is the dog? | It appears brown. | brown
What color is the cat? | From what I can see, the cat is orange with white paws. | orange
What color is the fence? | I believe the fence is white. | white
What color is the fire hydrant? | The answer is **red**. | red
What is the table made of? | The table is made of wood. | wood
What is the table made of? | It appears to be made out of glass. | glass
What is the building made of? | The building seems to be made of red brick. | red brick
What material is the bench made of? | The bench is made of metal. | metal
What material is the bench? | It's made of stone. | stone
What is the floor made of? | Wood, because you can see the grain. | Wood
What are the plates made of? | They look like they are made of paper. | paper
What is the pattern on the shirt? | The shirt has a striped pattern. | striped
What pattern is on the tie? | It's a polka dot pattern. | polka dot
What pattern is the dress? | The dress features a floral pattern. | floral
What design is on the blanket? | It looks like a plaid pattern to me. | plaid
What is the man doing? | The man is riding a wave on a surfboard. | riding a wave
What is the man doing? | In this picture we can see a man riding a horse. | riding a horse
What is the man doing? | He's skateboarding. | skateboarding
What is the man doing? | He appears to be talking on his phone. | talking
What is the woman doing? | The woman appears to be cooking food in a kitchen. | cooking food
What is the woman doing? | She is reading a book while sitting on a bench. | reading a book
What are the people doing? | The people in the image are flying kites on the beach. | flying kites
What are they doing? | They are both eating pizza. | eating pizza
What is the dog doing? | The dog is sleeping on the couch. | sleeping
What is the cat doing? | In the image, the cat is looking out the window. | looking out the window
What is the boy doing? | The boy is about to hit the ball. | hit the ball
What is happening in the picture? | A man is surfing in the ocean. | surfing
What is the child doing? | Based on the picture, I'd say the child is brushing his teeth. | brushing his teeth
Where was this picture taken? | This photo was taken in a park. | park
Where was this picture taken? | It looks like it was taken at the zoo. | zoo
Where was this photo taken? | The photo appears to have been taken at an airport. | airport
Where is this? | This is a kitchen. | kitchen
Where is this? | This appears to be a train station. | train station
Where is this? | It seems to be a street scene. | street
Where are they? | They are at the beach. | beach
Where are the people? | The people are in a restaurant. | restaurant
Where are the people standing? | In front of the house | In front of the house
Where is the man? | The man is standing in a field. | field
Where is the man sitting? | On a bench. | bench
Where is the dog? | The dog is next to the car. | next to the car
Where is the cat? | It is under the table. | under the table
Where is the clock? | On the side of the building | On the side of the building
Where are the zebras? | The zebras are in the grass near some trees. | grass
Where is this picture taken? | Based on the image, it appears that this picture was taken in a bathroom. | bathroom
What is the weather like? | The weather is cloudy. | cloudy
What is the weather like? | The weather appears to be sunny and clear. | sunny and clear
What is the weather like? | It appears to be a rainy day. | rainy
What is the weather like in the photo? | It looks overcast to me. | overcast
How is the weather? | It is snowing. | snowing
What kind of weather is it? | It's sunny weather. | sunny
What is on the table? | There is a laptop on the table. | laptop
What is on the table? | I can see a vase of flowers on the table. | vase of flowers
What is on the plate? | The plate has a slice of pizza on it. | slice of pizza
What is on the wall? | A clock is hanging on the wall. | clock
What is in the background? | There are mountains and trees in the background. | mountains and trees
What is the man holding? | The man is holding a **tennis racket** in his right hand. | tennis racket
What is the man holding? | The man in the image is holding a cell phone. | cell phone
What is the man holding? | A baseball bat in his right hand. | baseball bat
What is the woman holding? | It looks like she's holding an umbrella. | umbrella
What is the man wearing on his head? | The man is wearing a baseball cap. | baseball cap
What is the woman wearing? | She is wearing a dress. | dress
What is the man riding? | He is riding a bicycle down the street. | bicycle
What is the dog lying on? | The dog is resting on a blanket. | blanket
What is the man sitting on? | He's sitting on a bench. | bench
What is the cat looking at? | The cat is looking at a bird. | bird
What is next to the lamp? | Next to the lamp is a telephone. | telephone
What is this? | This is a fire hydrant. | fire hydrant
What is this? | It's a can of soup. | can of soup
What is this? | The image shows a bottle of wine. | bottle of wine
What is this? | Hmm, that could be a remote control. | remote control
What is this? | A cat on a sofa. | cat
What is in the sky? | There's a kite in the sky. | kite
What is she carrying? | She might be carrying a purse. | purse
What is behind the fence? | Behind the fence there are several cows. | cows
Who is wearing the hat? | The man on the right is wearing the hat. | man
Who is riding the horse? | A woman is riding the horse. | woman
Who is holding the umbrella? | The person holding the umbrella is a girl. | girl
Who is holding the umbrella? | The umbrella is being held by the woman. | woman
Who is in the picture? | There is a boy in the picture. | boy
Who is throwing the ball? | The pitcher, who is standing on the mound. | pitcher
Who is standing next to the car? | A police officer is standing next to the car. | police officer
What brand is the laptop? | The laptop is a Dell. | Dell
What brand is the laptop? | It's an Apple MacBook. | Apple MacBook
What brand is the shoe? | The shoe is made by Nike. | Nike
What brand of soda is this? | The soda is Coca-Cola. | Coca-Cola
What is the brand of this beer? | The brand of this beer is Heineken. | Heineken
What is the name of the drink? | The drink is Dr. Pepper. | Dr. Pepper
What company made the phone? | The phone is made by Samsung. | Samsung
What does the sign say? | The sign says STOP. | STOP
What does the sign say? | The sign in the picture says "Main Street". | Main Street
What does the sign say? | The sign reads 'No Parking'. | No Parking
What does the sign say? | The text on the sign reads: One Way | One Way
What does the sign say? | It says **EXIT** in white letters on a green background. | EXIT
What does the sign say? | The sign says Stop in white letters. | Stop
What does the sign say? | Sure, the sign says "Do Not Enter". I hope this helps! | Do Not Enter
What word is on the bus? | The word on the bus is "School". | School
What is written on the shirt? | The words "Just Do It" are written on the shirt. | Just Do It
What number is on the train? | The number on the train is 4472. | 4472
What is the number on the player's jersey? | The player is wearing jersey number 23. | 23
What time is it? | The clock shows 10:10. | 10:10
What time is it? | It is 3:15. | 3:15
What time does the clock say? | According to the image, the clock reads 5:41. | 5:41
What time of day is it? | It appears to be afternoon. | afternoon
What time of day is it? | Judging by the picture, it's night. | night
What season is it? | It seems to be winter. | winter
What season is it? | Based on the leaves, I think it is the fall season. | fall
What sport is being played? | The sport being played is baseball. | baseball
What sport is being played? | Tennis is being played in this picture. | Tennis
What sport are they playing? | They're playing soccer. | soccer
What game are they playing? | They appear to be playing frisbee. | frisbee
What sport is this? | This is a game of baseball. | baseball
What animal is this? | This is a giraffe. | giraffe
What animal is in the picture? | The animal in the picture is an elephant. | elephant
What animal is this? | It's a stuffed animal. | stuffed animal
What animals are in the field? | There are cows in the field. | cows
What kind of dog is this? | I believe this is a golden retriever. | golden retriever
What breed is the dog? | The dog looks like a German Shepherd. | German Shepherd
What kind of bird is that? | My best guess is that it's a parrot. | parrot
What room is this? | This is a living room. | living room
What room is this? | The room is a kitchen. | kitchen
What room is this? | This is a bathroom, as there is a toilet. | bathroom
What room is shown? | The image shows a bedroom. | bedroom
What type of room is this? | It looks like a dining room. | dining room
What food is on the plate? | The food on the plate is pizza. | pizza
What food is this? | This looks like a hot dog. | hot dog
What is the man eating? | He's eating a sandwich. | sandwich
What kind of cake is it? | I think it's a chocolate cake. | chocolate cake
What fruit is in the bowl? | The bowl contains bananas. | bananas
What fruit is in the bowl? | There are apples and oranges in the bowl. | apples and oranges
What shape is the sign? | The sign is octagonal. | octagonal
What shape is the table? | It has a round shape. | round
What vehicle is this? | This vehicle is a motorcycle. | motorcycle
What is the mood of the man? | The man seems happy. | happy
Why is the man wearing a helmet? | The man is wearing a helmet for safety. | safety
Why does she have an umbrella? | Because it is raining. | raining
What is the man holding? | The image shows a man in a kitchen. The man is holding a knife. | knife
What color is the car? | I cannot see it clearly. The car appears to be black. | black
What color is the car? | Blue\n\nThe car in the image is blue. | Blue
What is this? | ### Answer\nIt is a *teapot*. | teapot
Is the car red? | Yes, the car in the image is red. Let me know if you need anything else! | yes
Is there a dog? | No, there is no dog in this picture; there is a cat. | no
Is the man wearing a hat? | Based on the image, the man is not wearing a hat. | no
Is it raining? | **No**, it doesn't appear to be raining in the image. | no
Is the light on? | It appears that the light is on. | yes
Are they happy? | I think so. They are smiling. | yes
How many dogs are there? | There are two dogs in the picture. | 2
How many people are there? | Based on the image, I can see **three** people. | 3
How many cars are in the lot? | Sure! I count 5 cars. Let me know if you need anything else. | 5
How many zebras are there? | There is only one zebra in the image. | 1
What color is the train? | The train in the photo is primarily red with a yellow stripe. | red
What color are the walls? | The walls of the room are painted white. | white
What color is the grass? | The grass looks green and lush. | green
What is the color of the bag? | The bag the woman is carrying is black. | black
What is the man wearing? | The man is dressed in a suit and tie. | suit and tie
What is he wearing on his face? | He is wearing glasses on his face. | glasses
What is the woman looking at? | She seems to be looking at her phone. | phone
What is the man doing? | The man is surfing. | surfing
What is the man doing? | It looks like the man is playing a video game. | playing a video game
What is the man doing? | Sure! In the image, the man is taking a photo of the sunset. | taking a photo of the sunset
What are the people waiting for? | They are waiting for a bus. | bus
What are the people waiting for? | The people appear to be waiting for the train. | train
What is covering the ground? | The ground is covered in snow. | snow
What is covering the ground? | Snow is covering the ground. | Snow
What is hanging from the ceiling? | There's a ceiling fan hanging from the ceiling. | fan
What is flying in the sky? | There are several kites flying in the sky. | kites
What is the bird standing on? | The bird is perched on a branch. | branch
What kind of vehicle is this? | This is a double decker bus. | double decker bus
What type of food is shown? | The image shows a plate of spaghetti. | plate of spaghetti
What type of fruit is this? | It looks like an orange. | orange
What vegetable is on the plate? | The vegetable on the plate is broccoli. | broccoli
What is in the bowl? | The bowl is filled with soup. | soup
What is in the vase? | There are some flowers in the vase. | flowers
What is the cat sitting on? | The cat is sitting on top of a car. | car
What is on the bed? | There's a cat sleeping on the bed. | cat
What is the name of the store? | The store is called Target. | Target
What is the name of the street? | The street name is "Elm St". | Elm St
What city is this? | This appears to be New York City. | New York City
What country is this? | The country appears to be Japan. | Japan
What holiday is it? | It's Christmas Day. | Christmas Day
What time of year is it? | It's probably autumn. | autumn
What does the shirt say? | The shirt says "I love NY". | I love NY
What does the clock say? | The clock says 12:30. | 12:30
What number is on the bus? | The bus has the number 42 on it. | 42
What year is on the coin? | The year on the coin is 1999. | 1999
Who is in the photo? | The photo shows a young girl. | young girl
Who is flying the kite? | The kite is being flown by a boy. | boy
Where is the cat? | The cat is sitting on top of the refrigerator. | on top of the refrigerator
Where is the man? | He is in the water. | water
Where are they skiing? | They are skiing on a mountain. | mountain
Where is this? | I believe this is a baseball stadium. | baseball stadium
Where was this taken? | This was taken outside a restaurant. | outside a restaurant
What room is this? | Based on the furniture, this appears to be a living room. | living room
What is the person holding in their hand? | The person is holding a remote in their hand. | remote
What is the shape of the clock? | The clock is round. | round
What is the man's occupation? | The man is likely a chef. | chef
What is the expression on her face? | She has a smile on her face. | smile
What utensil is on the plate? | There is a fork on the plate. | fork
What is the girl riding? | A skateboard. | A skateboard
What is the dog catching? | The dog is catching a frisbee in its mouth. | frisbee
What gender is the person? | The person is male. | male
What is parked on the street? | Cars are parked on the street. | Cars
What is behind the bench? | There is a tree behind the bench. | tree
What are the animals? | The animals are sheep. | sheep
What animal is on the sofa? | A dog is on the sofa. | dog
What is the ground covered with? | The ground is covered with leaves. | leaves
Why is the man jumping? | The man is jumping to catch the frisbee. | catch the frisbee
What is the style of the house? | The house is Victorian. | Victorian
What is the weather like? | The weather in the image looks warm and sunny. | warm and sunny
What is the pattern of the tie? | The tie is striped. | striped
What is the material of the roof? | The roof is made from tile. | tile
What brand is the car? | I'd say the car is a Toyota. | Toyota
What is the logo on the hat? | The logo on the hat is the Nike swoosh. | Nike swoosh
How many people? | I see four people in the image. | 4
Is this a park? | Yes. This appears to be a park with benches and trees. | yes
Is the cat sleeping? | The cat appears to be sleeping. | yes
Can you see the sky? | Yes, the sky is visible. | yes
What color is the boat? | The boat appears to be white with blue trim. | white
What color is the traffic light? | The traffic light is currently showing green. | green
What color is the helmet? | The skateboarder's helmet is black. | black
What color are the bananas? | Looking at the image, the bananas are yellow with some brown spots. | yellow
What is on the man's head? | The man has a hat on his head. | hat
What is on top of the cake? | There are strawberries on top of the cake. | strawberries
What is the woman drinking? | She appears to be drinking a glass of wine. | glass of wine
What is in the background? | In the background, there is a large building. | large building
What is in the background? | You can see a mountain in the background. | mountain
What is the man throwing? | The man is throwing a white frisbee. | white frisbee
What is the elephant doing? | The elephant is spraying water on itself with its trunk. | spraying water
What are the kids doing? | The kids are sitting at a table and eating. | sitting
What is the baby doing? | The baby is crawling. | crawling
What are these people doing? | These people are waiting to cross the street. | waiting
What is he doing? | He is performing a trick on his skateboard. | performing a trick
What kind of animal is shown? | The animal shown is a bear. | bear
What kind of flowers are these? | These flowers appear to be roses. | roses
What type of car is it? | It is a pickup truck. | pickup truck
What kind of shoes is she wearing? | She is wearing sneakers. | sneakers
What type of building is this? | This building is a church. | church
What is the wall made of? | The wall is constructed of brick. | brick
What is the bench made of? | I'd guess that it's wooden. | wooden
What material is the cup? | The cup is ceramic. | ceramic
Where is this taking place? | This is taking place at a skate park. | skate park
Where are the cars parked? | The cars are parked along the street. | along the street
Where is the bird? | The bird is perched on a branch. | on a branch
Where is the train? | The train is at the station. | station
Where are they sitting? | They are sitting around a table. | around a table
Where is the phone? | The phone is on the left side of the desk. | on the left side of the desk
Where is the photo taken? | The photo is taken in a snowy mountain area. | snowy mountain area
Who is cooking? | The person cooking is a man. | man
Who is sitting on the bench? | An elderly couple is sitting on the bench. | elderly couple
Who is driving the bus? | I can't tell who is driving the bus, but it looks like a man. | man
What does the sign say? | According to the sign, it says "Yield". | Yield
What does it say on the bus? | The bus says "Not in Service". | Not in Service
What street is this? | This is Broadway. | Broadway
What is the brand of the shoes? | The shoes are Adidas. | Adidas
What brand of phone is it? | This is a Samsung phone. | Samsung
What sport are the men playing? | The men are playing basketball. | basketball
What game is being played? | The game being played is Wii Sports. | Wii Sports
What instrument is he playing? | He's playing the guitar. | guitar
What meal is this? | This looks like breakfast to me. | breakfast
What is the main dish? | The main dish is grilled salmon. | grilled salmon
What toppings are on the pizza? | The pizza has pepperoni and mushrooms. | pepperoni and mushrooms
What kind of sandwich is it? | I think it's a ham sandwich. | ham sandwich
What season is it? | Given the snow, it is likely winter. | winter
What time is shown on the clock? | The clock shows approximately 2:35. | 2:35
What time of day is it? | The picture was taken during the night. | night
What is the temperature? | The thermometer reads 72 degrees. | 72
What is the man leaning on? | The man is leaning on a railing. | railing
What is the boy playing with? | The boy is playing with a toy truck. | toy truck
What is the giraffe eating? | The giraffe is eating leaves from a tree. | leaves
What appliance is shown? | The appliance shown in the image is a refrigerator. | refrigerator
What is under the desk? | There is a trash can under the desk. | trash can
What is this person holding? | This person is holding what appears to be a camera. | camera
What is this? | This is what looks like a bottle of shampoo. | bottle of shampoo
What's in the box? | The box contains donuts. | donuts
What is the man in the blue shirt doing? | The man in the blue shirt is serving the ball. | serving the ball
What is on the table? | There is a can of beer on the table. | can of beer
What is this? | This is a can of soup on a table. | can of soup
"""
ROWS = [tuple(line.split(" | ")) for line in SENTENCES.strip().splitlines()]


@pytest.mark.parametrize(("question", "text", "answer"), ROWS)
def test_a_chat_models_sentence(question: str, text: str, answer: str) -> None:
    assert str(read("auto", text.replace("\\n", "\n"), question).value) == answer


@pytest.mark.parametrize("text", ["Made of wood", "playing tennis", "sunny day", "A tennis racket", "the beach"])
def test_few_words_without_a_subject_stay(text: str) -> None:
    assert read("short", text, "What is it made of, like, or at?").value == text


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Where is this?", "At a train station", "train station"),
        ("Where is this?", "In the big green park", "big green park"),
        ("Where is this?", "In the very big green park", "In the very big green park"),
        ("Where is this?", "in kitchen", "in kitchen"),
        ("Where is the cat?", "On the sofa.", "On the sofa"),  # as "The cat is on the sofa." reads
        ("Where is the cat?", "In the box.", "box"),
        ("What is it on?", "On the beach.", "On the beach"),
    ],
)
def test_places_lose_in_on_at_and_the_article(question: str, text: str, answer: str) -> None:
    assert read("short", text, question).value == answer
